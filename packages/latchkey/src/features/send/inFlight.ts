import { journalOf } from '../../core/account/journal/createJournal.js'
import { isSettled, type JournalEntry } from '../../core/account/journal/entry.js'
import { isSameAddress } from '../../core/account/recipients/lookAlike.js'
import * as limits from '../../core/runtime/limits.js'
import type { Widget } from '../../core/widget.js'
import type { Intent } from './store.js'

type IntentFields = Pick<
  Intent,
  'account' | 'network' | 'token' | 'receiver' | 'units' | 'reviewedAt'
>

/**
 * Entries for the very same transfer of which nobody knows yet what became, oldest first; also those
 * that another tab made while this one was under review, whatever became of them.
 */
export function sameInFlight(widget: Widget, wish: IntentFields): readonly JournalEntry[] {
  const now = widget.ports.clock.now()
  return journalOf(widget)
    .entries()
    .filter((entry) => isSameTransfer(entry, wish))
    .filter((entry) => entry.madeAt >= wish.reviewedAt || isOpen(entry, now))
    .toReversed()
}

/**
 * What has a name, the chain's or its wallet's, is pending until they say otherwise. A wallet's
 * silence is forgotten in time, and sooner where the page ended before it asked.
 */
function isOpen(entry: JournalEntry, now: number): boolean {
  if (isSettled(entry) || entry.status === 'included') return false
  if (entry.hash !== undefined || entry.proposal !== undefined) return true
  const memory = entry.askedAt === undefined ? limits.walletDecisionWait : limits.unclearMemory
  return now - entry.madeAt < memory
}

function isSameTransfer({ networkId, from, transfer }: JournalEntry, wish: IntentFields): boolean {
  return (
    transfer !== undefined &&
    networkId === wish.network.id &&
    isSameAddress(from, wish.account.address) &&
    isSameAddress(transfer.receiver, wish.receiver) &&
    isSameAddress(transfer.tokenAddress ?? '', wish.token.address ?? '') &&
    transfer.units === wish.units.toString()
  )
}
