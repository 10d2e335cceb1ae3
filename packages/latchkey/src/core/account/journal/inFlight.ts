import { isWidgetError } from '../../runtime/errors/WidgetError.js'
import * as limits from '../../runtime/limits.js'
import { withTimeout } from '../../runtime/withTimeout.js'
import type { Widget } from '../../widget.js'
import { getJournal } from './createJournal.js'
import { isEnded, type Journal, type JournalEntry } from './journal.js'

export type OpenEntryParameters = {
  readonly entry: Parameters<Journal['open']>[0]
  /** Unsettled entries of the same request, from any tab. */
  readonly findSame: () => readonly JournalEntry[]
  /** Entries that the visitor has seen and accepts. */
  readonly ignoredEntryIds?: readonly string[] | undefined
  readonly createError: (entryIds: readonly string[]) => Error
}

/**
 * Adds an entry to the journal, unless the same request is in flight. A lock admits one tab at a time and
 * is released once the other tabs have had time to read the entry.
 */
export async function openEntryOnce(
  widget: Widget,
  { entry: given, findSame, ignoredEntryIds = [], createError }: OpenEntryParameters,
): Promise<JournalEntry> {
  const journal = getJournal(widget)
  const findOthers = () => findSame().filter(({ id }) => !ignoredEntryIds.includes(id))
  const assertNone = (entries: readonly JournalEntry[]) => {
    if (entries.length > 0) throw createError(entries.map(({ id }) => id))
  }
  assertNone(findOthers())
  const release = await acquireTabLock(widget, () => createError([]))
  try {
    const entry = journal.open(given)
    // Opening an entry reads what other tabs wrote last, so check again.
    const others = findOthers().filter(({ id }) => id !== entry.id)
    if (others.length > 0) journal.remove(entry.id)
    assertNone(others)
    return entry
  } finally {
    void widget.ports.clock.sleep(limits.tabSettling, widget.signal).then(release, release)
  }
}

/** One tab at a time writes what others must see before they go on. The result releases the lock. */
export function acquireTabLock(
  { id, ports, signal }: Widget,
  late: () => Error,
): Promise<() => void> {
  return withTimeout(ports.clock, { limit: limits.tabLockWait, late, signal }, (ending) =>
    ports.page.lock(`latchkey:${id}:journal`, ending),
  )
}

/**
 * With a hash or a proposal an entry is pending until the chain or the wallet settles it. Without one it
 * expires, and sooner if the page closed before it sent the request.
 */
export function isInFlight(entry: JournalEntry, now: number): boolean {
  if (isEnded(entry)) return false
  if (entry.hash !== undefined || entry.proposal !== undefined) return true
  const lifetime =
    entry.requestedAt === undefined ? limits.walletDecisionWait : limits.unclearTransferLifetime
  return now - entry.madeAt < lifetime
}

/**
 * In flight, or made or settled since then without failing. A page that has shown a review since then
 * cannot know that: another tab may have made the request.
 */
export function mayHaveRunSince(entry: JournalEntry, since: number, now: number): boolean {
  if (isInFlight(entry, now)) return true
  const hasFailed = ['failed', 'dropped', 'cancelled'].includes(entry.status)
  return !hasFailed && (entry.endedAt ?? entry.madeAt) >= since
}

/** Runs the wallet request of an entry and settles the entry if the request fails. */
export async function requestForEntry<result>(
  widget: Widget,
  entryId: string,
  request: () => Promise<result>,
): Promise<result> {
  const journal = getJournal(widget)
  try {
    return await request()
  } catch (error) {
    const current = journal.entries().find(({ id }) => id === entryId)
    // Without a request, or with a rejected one, nothing was sent. Anything else may have been.
    const isUnsent = isWidgetError(error, 'connection/user-rejected') || !current?.requestedAt
    if (isUnsent) journal.remove(entryId)
    else if (current.status === 'requested') journal.update(entryId, { status: 'unclear' })
    throw error
  }
}

/** The entry once the chain has settled it; undefined on timeout. */
export async function waitForReceipt(
  widget: Widget,
  entryId: string,
  { limit = limits.receiptWait }: { readonly limit?: number } = {},
): Promise<JournalEntry | undefined> {
  const journal = getJournal(widget)
  const findSettled = () =>
    journal.entries().find((entry) => entry.id === entryId && hasReceipt(entry))
  const stops: (() => void)[] = []
  const timeout = new Error('No receipt yet')
  const options = { limit, late: () => timeout, signal: widget.signal }
  try {
    return await withTimeout(
      widget.ports.clock,
      options,
      () =>
        new Promise<JournalEntry>((resolve) => {
          const check = () => {
            const entry = findSettled()
            if (entry) resolve(entry)
          }
          stops.push(journal.subscribe(check))
          check()
        }),
    )
  } catch (error) {
    if (error === timeout) return undefined
    throw error
  } finally {
    for (const stop of stops) stop()
  }
}

/** The transaction is in a block, or another one took its place. */
export function hasReceipt({ status, isMismatch }: JournalEntry): boolean {
  return isMismatch === true || !['requested', 'unclear', 'pending'].includes(status)
}

/** The transaction is in a block and did what was requested. */
export function isSuccess({ status, isMismatch }: JournalEntry): boolean {
  return !isMismatch && (status === 'included' || status === 'final')
}
