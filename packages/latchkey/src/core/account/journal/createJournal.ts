import { recordEvent } from '../../events/actions/recordEvent.js'
import { createStore } from '../../runtime/createStore.js'
import { randomId } from '../../runtime/randomId.js'
import { getOrCreate, type Widget } from '../../widget.js'
import { isSettled, type Journal, type JournalEntry, statuses } from './journal.js'
import { isEntry, type JournalRecord, readRecords, tidy, writeRecords } from './storedJournal.js'

export function getJournal(widget: Widget): Journal {
  return getOrCreate(widget, openJournal)
}

/** What is under way is followed from here on, by code that only such pages load. */
function openJournal(widget: Widget): Journal {
  const journal = createJournal(widget)
  const stop = journal.subscribe(follow)
  follow()
  return journal

  async function follow() {
    if (journal.entries().every(isSettled)) return
    stop()
    try {
      const { watchJournal } = await import('./watchJournal.lazy.js')
      await watchJournal(widget, journal)
    } catch (error) {
      widget.ports.log.warn('Transactions are not followed', error)
    }
  }
}

const key = 'transactions_journal'

/** What this page knows is kept here; storage is how its tabs, and the next page, hear of it. */
function createJournal(widget: Widget): Journal {
  const { signal } = widget
  const { clock, storage } = widget.ports
  const store = createStore<JournalState>(toState(readRecords(storage.get(key))))

  const stop = storage.watch((changed) => {
    const text = changed === key ? storage.get(key) : undefined
    if (text === undefined) return
    const stored = readRecords(text)
    const merged = toState(mergeRecords(store.get().records, stored).values())
    if (!isSame(merged.records, store.get().records)) store.set(merged)
    // The other tab wrote at the same moment and has not heard of everything.
    if (!isSame(merged.records, tidy(stored))) save()
  })
  signal.addEventListener('abort', stop, { once: true })

  function save() {
    const { records } = store.get()
    const text = writeRecords(records)
    storage.set(key, text)
    if (storage.get(key) === text) return
    // No room: what is still under way matters most.
    storage.set(key, writeRecords(records.filter((kept) => isEntry(kept) && !isSettled(kept))))
  }

  /** Changes one record on top of whatever other tabs have written. */
  function change(
    id: string,
    next: (known: JournalRecord | undefined) => JournalRecord | undefined,
  ): void {
    const merged = new Map(mergeRecords(store.get().records, readRecords(storage.get(key))))
    const known = merged.get(id)
    const changed = next(known)
    const isChanged = changed !== undefined && changed !== known
    if (isChanged) merged.set(id, asStored(changed))
    store.set(toState(merged.values()))
    if (isChanged) save()
  }

  function revise(
    id: string,
    revision: (entry: JournalEntry) => Partial<JournalEntry> | undefined,
  ) {
    change(id, (known) => {
      if (!known || !isEntry(known)) return known
      const changes = revision(known)
      if (!changes) return known
      const next = { ...known, ...changes, id, revision: (known.revision ?? 0) + 1 }
      return isSettled(known) && !isSettled(next) ? known : next
    })
  }

  const find = (id: string) => store.get().entries.find((entry) => entry.id === id)

  return {
    entries: () => store.get().entries,
    open(given) {
      const entry: JournalEntry = { ...given, id: randomId(), madeAt: clock.now(), status: 'asked' }
      change(entry.id, () => entry)
      return find(entry.id) ?? entry
    },
    claim(id, request) {
      let isMine = false
      revise(id, (entry) => {
        isMine = entry.askedAt === undefined && entry.hash === undefined
        return isMine ? { askedAt: clock.now(), request } : undefined
      })
      return isMine ? find(id) : undefined
    },
    update: (id, changes) => revise(id, () => changes),
    reportMismatch(id) {
      revise(id, () => ({ isMismatch: true }))
      const { networkId: network, hash } = find(id) ?? {}
      recordEvent(widget, {
        type: 'error',
        event: 'TRANSACTION_MISMATCH',
        properties: { network, hash },
      })
    },
    remove: (id) =>
      change(id, (known) => known && { id, madeAt: known.madeAt, status: 'removed' as const }),
    subscribe: (listener) => store.subscribe(listener),
  }
}

type JournalState = {
  readonly records: readonly JournalRecord[]
  readonly entries: readonly JournalEntry[]
}

function toState(kept: Iterable<JournalRecord>): JournalState {
  const records = tidy(kept)
  return { records, entries: records.filter(isEntry) }
}

/** As the next page will read it, so that all tabs compare the same. */
function asStored(kept: JournalRecord): JournalRecord {
  const [stored = kept] = readRecords(writeRecords([kept]))
  return stored
}

function isSame(some: readonly JournalRecord[], others: readonly JournalRecord[]): boolean {
  return writeRecords(some) === writeRecords(others)
}

/**
 * What two tabs know together. Of two versions of a record the weightier stays, so the order in which
 * tabs hear of each other makes no difference, and hearing it twice changes nothing.
 */
export function mergeRecords(
  some: readonly JournalRecord[],
  others: readonly JournalRecord[],
): ReadonlyMap<string, JournalRecord> {
  const merged = new Map(some.map((kept) => [kept.id, kept]))
  for (const kept of others) {
    const known = merged.get(kept.id)
    if (!known || outweighs(kept, known)) merged.set(kept.id, kept)
  }
  return merged
}

/**
 * In this order: removed, settled, known to the chain, asked of the wallet, newer, further. What
 * happened cannot be undone by a tab that has not heard of it.
 */
function outweighs(one: JournalRecord, other: JournalRecord): boolean {
  const weights = [weigh(one), weigh(other)] as const
  const index = weights[0].findIndex((weight, place) => weight !== weights[1][place])
  if (index < 0) return JSON.stringify(one) > JSON.stringify(other)
  return (weights[0][index] ?? 0) > (weights[1][index] ?? 0)
}

function weigh(kept: JournalRecord): readonly number[] {
  if (!isEntry(kept)) return [2]
  const { status, hash, askedAt, revision = 0 } = kept
  return [
    isSettled(kept) ? 1 : 0,
    hash === undefined ? 0 : 1,
    askedAt === undefined ? 0 : 1,
    revision,
    statuses.indexOf(status),
  ]
}
