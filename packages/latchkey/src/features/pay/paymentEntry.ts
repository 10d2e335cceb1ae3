import { getJournal } from '../../core/account/journal/createJournal.js'
import { isInFlight, isSuccess, mayHaveRunSince } from '../../core/account/journal/inFlight.js'
import type { Journal, JournalEntry } from '../../core/account/journal/journal.js'
import { isSameTransfer, toTransferEntry } from '../../core/account/journal/transferEntry.js'
import type { Account } from '../../core/connection/family.js'
import type { Transfer } from '../../core/connection/transfer.js'
import type { Payment, PaymentResult } from '../../core/pay/payment.js'
import type { Widget } from '../../core/widget.js'

export function toTransfer(payment: Payment, account: Account): Transfer {
  const { network, recipient, units, token } = payment
  const { address, symbol, decimals } = token
  return { account, network, recipient, units, token: { address, symbol, decimals } }
}

export function toEntry(payment: Payment, { address }: Account): Parameters<Journal['open']>[0] {
  return toTransferEntry(payment, address, {
    paymentId: payment.isNamed ? payment.id : undefined,
  })
}

type FindEntriesParameters = {
  /** Entries that were settled since then count too: another tab has paid. */
  readonly since: number
}

/**
 * Entries that have paid this payment or may still, oldest first. With an id of the site these are all
 * of that id; otherwise those of the same transfer that are in flight.
 */
export function findPaymentEntries(
  widget: Widget,
  payment: Payment,
  { since }: FindEntriesParameters,
): readonly JournalEntry[] {
  const now = widget.ports.clock.now()
  return getJournal(widget)
    .entries()
    .filter((entry) => {
      const { paymentId } = entry.transfer ?? {}
      const isPaid = isSuccess(entry) || entry.isMismatch === true
      if (payment.isNamed && paymentId !== undefined) {
        return paymentId === payment.id && (isPaid || isInFlight(entry, now))
      }
      return isSameTransfer(entry, payment) && mayHaveRunSince(entry, since, now)
    })
    .toReversed()
}

export function toResult(payment: Payment, entry: JournalEntry): PaymentResult {
  return {
    ...describe(payment),
    method: 'wallet',
    hash: entry.replacedBy ?? entry.hash,
    from: entry.from,
  }
}

/** The terms of a payment, for its result and its events. */
export function describe({ id, network, assetId, amount, recipient }: Payment) {
  return { id, network: network.id, asset: assetId, amount, recipient }
}
