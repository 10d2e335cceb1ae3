import { createStore } from '../createStore.js'
import { keep } from '../keep.js'
import type { Widget } from '../widget.js'
import type { JournalEntry } from './entry.js'
import type { Journal } from './journal.js'

export function journalOf(widget: Widget): Journal {
  return keep(widget, createJournal)
}

function createJournal({ ports: { clock } }: Widget): Journal {
  const store = createStore<{ readonly entries: readonly JournalEntry[] }>({ entries: [] })
  return {
    entries: () => store.get().entries,
    open(given) {
      const id = crypto.randomUUID()
      const entry: JournalEntry = { ...given, id, madeAt: clock.now(), status: 'asked' }
      store.set(({ entries }) => ({ entries: [entry, ...entries] }))
      return entry
    },
    update(id, change) {
      store.set(({ entries }) => ({
        entries: entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
      }))
    },
    remove(id) {
      store.set(({ entries }) => ({ entries: entries.filter((entry) => entry.id !== id) }))
    },
    subscribe: (listener) => store.subscribe(listener),
  }
}
