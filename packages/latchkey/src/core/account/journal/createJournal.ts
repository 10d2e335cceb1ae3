import { recordEvent } from '../../events/actions/recordEvent.js'
import { createStore } from '../../runtime/createStore.js'
import { journalPrefix } from '../../runtime/ports.js'
import { randomId } from '../../runtime/randomId.js'
import { getOrCreate, type Widget } from '../../widget.js'
import { isEnded, isSettled, type Journal, type JournalEntry, statuses } from './journal.js'
import {
  isEntry,
  type JournalRecord,
  readRecord,
  readRecords,
  tidy,
  toKey,
  toStored,
  writeRecord,
} from './storedJournal.js'

export function getJournal(widget: Widget): Journal {
  return getOrCreate(widget, openJournal)
}

/** Watches pending transactions with code that only such pages load. */
function openJournal(widget: Widget): Journal {
  const journal = createJournal(widget)
  const stop = journal.subscribe(watchPending)
  watchPending()
  return journal

  async function watchPending() {
    if (journal.entries().every(isSettled)) return
    stop()
    try {
      const { watchJournal } = await import('./watchJournal.lazy.js')
      await watchJournal(widget, journal)
    } catch (error) {
      widget.ports.log.warn('Pending transactions are not watched', error)
    }
  }
}

/** The page's own copy; storage shares it with other tabs and later pages. */
function createJournal(widget: Widget): Journal {
  const { signal } = widget
  const { clock, storage } = widget.ports
  const store = createStore<JournalState>(toState(readRecords(storage)))

  const stop = storage.watch((changed) => {
    const stored = changed.startsWith(journalPrefix) && readRecord(storage, changed)
    if (!stored) return
    const { records } = store.get()
    const merged = mergeRecords(records, [stored])
    const newest = merged.get(stored.id)
    if (!records.some((record) => record === newest)) store.set(toState(merged.values()))
    // The other tab wrote at the same time and had an older version.
    if (newest && writeRecord(newest) !== writeRecord(stored)) save(newest)
  })
  signal.addEventListener('abort', stop, { once: true })

  function save(record: JournalRecord) {
    const text = writeRecord(record)
    storage.set(toKey(record), text)
    const settled = store
      .get()
      .records.filter((other) => other.id !== record.id && !(isEntry(other) && !isSettled(other)))
    // Storage is full: pending records matter most.
    while (storage.get(toKey(record)) !== text) {
      const oldest = settled.pop()
      if (!oldest) return
      storage.remove(toKey(oldest))
      storage.set(toKey(record), text)
    }
  }

  /** Changes one record on top of what other tabs have stored. */
  function change(
    id: string,
    next: (known: JournalRecord | undefined) => JournalRecord | undefined,
  ): void {
    const merged = new Map(mergeRecords(store.get().records, readRecords(storage)))
    const known = merged.get(id)
    const changed = next(known)
    if (changed && changed !== known) merged.set(id, toStored(changed))
    store.set(toState(merged.values()))
    const { records } = store.get()
    for (const record of merged.values()) {
      if (!records.includes(record)) storage.remove(toKey(record))
      else if (record.id === id && changed !== known) save(record)
    }
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
      if (isSettled(known) && !isSettled(next)) return known
      return isEnded(next) && !isEnded(known) ? { ...next, endedAt: clock.now() } : next
    })
  }

  const find = (id: string) => store.get().entries.find((entry) => entry.id === id)

  return {
    entries: () => store.get().entries,
    open(given) {
      const entry: JournalEntry = {
        ...given,
        id: randomId(),
        madeAt: clock.now(),
        status: 'requested',
      }
      change(entry.id, () => entry)
      return find(entry.id) ?? entry
    },
    claim(id, request) {
      let isMine = false
      revise(id, (entry) => {
        isMine = entry.requestedAt === undefined && entry.hash === undefined
        return isMine ? { requestedAt: clock.now(), request } : undefined
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

function toState(record: Iterable<JournalRecord>): JournalState {
  const records = tidy(record)
  return { records, entries: records.filter(isEntry) }
}

/** Merges two tabs' records. The result does not depend on order or repetition. */
export function mergeRecords(
  some: readonly JournalRecord[],
  others: readonly JournalRecord[],
): ReadonlyMap<string, JournalRecord> {
  const merged = new Map(some.map((record) => [record.id, record]))
  for (const record of others) {
    const known = merged.get(record.id)
    if (!known || isNewer(record, known)) merged.set(record.id, record)
  }
  return merged
}

/** Compares in this order: removed, settled, has a hash, request made, revision, status. */
function isNewer(one: JournalRecord, other: JournalRecord): boolean {
  const weights = [getWeight(one), getWeight(other)] as const
  const index = weights[0].findIndex((weight, index) => weight !== weights[1][index])
  if (index < 0) return JSON.stringify(one) > JSON.stringify(other)
  return (weights[0][index] ?? 0) > (weights[1][index] ?? 0)
}

function getWeight(record: JournalRecord): readonly number[] {
  if (!isEntry(record)) return [2]
  const { status, hash, requestedAt, revision = 0 } = record
  return [
    isSettled(record) ? 1 : 0,
    hash === undefined ? 0 : 1,
    requestedAt === undefined ? 0 : 1,
    revision,
    statuses.indexOf(status),
  ]
}
