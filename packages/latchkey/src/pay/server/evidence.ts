import type { NetworkId } from '@latchkey/wire/caip'

/** The payment to look for, with parsed fields. */
export type ExpectedPayment = {
  readonly network: NetworkId
  /** Undefined for the native coin. */
  readonly token: string | undefined
  readonly amount: bigint
  readonly recipient: string
  readonly payer: string | undefined
}

/** How certain an included transaction must be. */
export type Finality = number | 'finalized'

/** A transfer on chain that fits the payment. */
export type FoundTransfer = {
  /** Where it is in the transaction; the same after a reorganization. */
  readonly position: string
  readonly from: string
}

/** What the chain proves. */
export type Evidence = {
  readonly transaction: string
  readonly transfers: readonly FoundTransfer[]
  /** Unix seconds; undefined if the node does not know it. */
  readonly includedAt: number | undefined
}

export type TransferCandidate = FoundTransfer & {
  readonly to: string
  readonly amount: bigint
}

/** The candidates that fit, or the reason that is closest to a fit. */
export function matchTransfers(
  candidates: readonly TransferCandidate[],
  { recipient, amount, payer }: ExpectedPayment,
): { readonly transfers: readonly FoundTransfer[] } | { readonly reason: Mismatch } {
  if (candidates.length === 0) return { reason: 'wrong-asset' }
  const received = candidates.filter(({ to }) => to === recipient)
  if (received.length === 0) return { reason: 'wrong-recipient' }
  // A transfer to oneself brings nothing.
  const foreign = received.filter(({ from }) => from !== recipient)
  if (foreign.length === 0) return { reason: 'not-received' }
  const exact = foreign.filter((one) => one.amount === amount)
  if (exact.length === 0) return { reason: 'wrong-amount' }
  const transfers = exact.filter(({ from }) => payer === undefined || from === payer)
  return transfers.length === 0 ? { reason: 'wrong-payer' } : { transfers }
}

type Mismatch = 'wrong-asset' | 'wrong-recipient' | 'not-received' | 'wrong-amount' | 'wrong-payer'
