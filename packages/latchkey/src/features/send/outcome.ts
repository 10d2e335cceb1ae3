import { journalOf } from '../../core/account/journal/createJournal.js'
import type { JournalEntry } from '../../core/account/journal/entry.js'
import { withDeadline } from '../../core/runtime/deadline.js'
import * as limits from '../../core/runtime/limits.js'
import type { Widget } from '../../core/widget.js'

/** The entry once the chain has spoken about it; undefined when that takes longer than anybody looks on. */
export async function waitForReceipt(
  widget: Widget,
  entryId: string,
): Promise<JournalEntry | undefined> {
  const journal = journalOf(widget)
  const verdict = () => journal.entries().find((entry) => entry.id === entryId && hasVerdict(entry))
  const stops: (() => void)[] = []
  const tooLong = new Error('No verdict yet')
  const options = { limit: limits.receiptWait, late: () => tooLong, signal: widget.signal }
  try {
    return await withDeadline(
      widget.ports.clock,
      options,
      () =>
        new Promise<JournalEntry>((resolve) => {
          const look = () => {
            const entry = verdict()
            if (entry) resolve(entry)
          }
          stops.push(journal.subscribe(look))
          look()
        }),
    )
  } catch (error) {
    if (error === tooLong) return undefined
    throw error
  } finally {
    for (const stop of stops) stop()
  }
}

/** The transaction is part of the chain, or something else is in its place. */
export function hasVerdict({ status, isMismatch }: JournalEntry): boolean {
  return isMismatch === true || !['asked', 'unclear', 'pending'].includes(status)
}

/** It did what it was meant to. */
export function isSuccess({ status, isMismatch }: JournalEntry): boolean {
  return !isMismatch && (status === 'included' || status === 'final')
}
