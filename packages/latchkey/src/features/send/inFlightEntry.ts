import { isSameAddress } from '@latchkey/wire/lookAlike'
import { getJournal } from '../../core/account/journal/createJournal.js'
import { mayHaveRunSince, openEntryOnce } from '../../core/account/journal/inFlight.js'
import type { JournalEntry } from '../../core/account/journal/journal.js'
import { isSameTransfer, toTransferEntry } from '../../core/account/journal/transferEntry.js'
import { SendInFlightError } from '../../core/runtime/errors/send.js'
import type { Widget } from '../../core/widget.js'
import type { TransferIntent } from './transferIntent.js'

/** Adds the transfer to the journal, unless the same one is in flight. */
export function openEntry(
  widget: Widget,
  intent: TransferIntent,
  ignoredEntryIds: readonly string[],
): Promise<JournalEntry> {
  return openEntryOnce(widget, {
    entry: toTransferEntry(intent, intent.account.address, { receiverName: intent.recipientName }),
    findSame: () => findSameInFlight(widget, intent),
    ignoredEntryIds,
    createError: (entryIds) => new SendInFlightError(entryIds),
  })
}

type TransferFields = Pick<
  TransferIntent,
  'account' | 'network' | 'token' | 'recipient' | 'units' | 'reviewedAt'
>

/**
 * Entries of the same transfer that are not settled, oldest first. Also any that another tab settled while
 * this one was under review.
 */
export function findSameInFlight(widget: Widget, fields: TransferFields): readonly JournalEntry[] {
  const now = widget.ports.clock.now()
  return getJournal(widget)
    .entries()
    .filter((entry) => isSameAddress(entry.from, fields.account.address))
    .filter((entry) => isSameTransfer(entry, fields))
    .filter((entry) => mayHaveRunSince(entry, fields.reviewedAt, now))
    .toReversed()
}
