import type { NetworkId } from '@latchkey/wire/caip'
import type { TransactionOutcome } from '../../connection/transfer.js'

/**
 * One transaction requested from a wallet through the widget, by the visitor or by the site.
 *
 *     requested ──hash──▶ pending ◀──▶ included ──▶ final
 *       │ │                  │ ▲          │           failed, replaced, cancelled, dropped
 *       │ └─no response─▶ unclear ──late hash──▶ pending
 *       └─rejected: the entry is removed
 */
export type JournalEntry = {
  /** Created before the request; the same for every retry of one transfer. */
  readonly id: string
  readonly networkId: NetworkId
  readonly from: string
  /** Milliseconds since the epoch. */
  readonly madeAt: number
  /** Exactly what is requested: units in decimal, data in hex. */
  readonly request: TransactionSummary
  /** For transfers of our own Send view. */
  readonly transfer?: TransferSummary | undefined
  /** For swaps of our own Swap view, and the approvals before them. */
  readonly swap?: SwapSummary | undefined
  readonly status: JournalStatus
  /** When the request was made; there is only one per entry. */
  readonly requestedAt?: number | undefined
  readonly hash?: string | undefined
  /** The wallet's own id, while other owners have to approve (multisig). */
  readonly proposal?: string | undefined
  /** Several calls in one request; `proposal` is the wallet's id of the batch (EIP-5792). */
  readonly isBatch?: boolean | undefined
  readonly nonce?: string | undefined
  readonly blockHash?: string | undefined
  readonly minedAt?: number | undefined
  /** When this browser learned the outcome, in milliseconds since the epoch. */
  readonly endedAt?: number | undefined
  readonly replacedBy?: string | undefined
  /** The wallet responded after the timeout. */
  readonly isLate?: boolean | undefined
  /** The transaction on the chain is not the requested one. */
  readonly isMismatch?: boolean | undefined
  /** A chain reorganisation could still change `status`. */
  readonly isProvisional?: boolean | undefined
  /** Number of changes; the higher of two tabs' versions is newer. */
  readonly revision?: number | undefined
}

export type JournalStatus = 'requested' | 'unclear' | TransactionOutcome['status']

export type TransactionSummary = {
  readonly to?: string | undefined
  readonly value: string
  readonly data?: string | undefined
}

export type TransferSummary = TokenSummary & {
  readonly receiver: string
  readonly receiverName?: string | undefined
  /** The site's id of the payment, which is made at most once. */
  readonly paymentId?: string | undefined
}

export type SwapSummary = {
  /** An approval lets the exchange take the source tokens of the swap that follows. */
  readonly step: 'approval' | 'swap'
  readonly source: TokenSummary
  /** The expected amount. */
  readonly target: TokenSummary
}

/** An amount of one token. */
export type TokenSummary = {
  readonly symbol: string
  readonly decimals: number
  /** In decimal. */
  readonly units: string
  /** Absent for the network's own coin. */
  readonly tokenAddress?: string | undefined
  readonly tokenIcon?: string | undefined
}

/** In order: a later status replaces an earlier one. */
export const statuses: readonly JournalStatus[] = [
  'requested',
  'unclear',
  'pending',
  'included',
  'dropped',
  'replaced',
  'cancelled',
  'failed',
  'final',
]

/** The outcome is final. */
export function isSettled({ status, isProvisional }: JournalEntry): boolean {
  return !isProvisional && statuses.indexOf(status) > statuses.indexOf('included')
}

/** The outcome is known, final or not. */
export function isEnded(entry: JournalEntry): boolean {
  return isSettled(entry) || entry.status === 'included'
}

/** Transactions made through this widget, in the visitor's storage and shared between tabs. */
export type Journal = {
  /** Newest first. */
  entries(): readonly JournalEntry[]
  /** Stored before it returns, so that no request is made without a record. */
  open(entry: Omit<JournalEntry, 'id' | 'madeAt' | 'status'>): JournalEntry
  /** Reserves the one request of an entry, across tabs. Undefined if taken or unknown. */
  claim(id: string, request: TransactionSummary): JournalEntry | undefined
  /** Ignores unknown ids and never reopens a settled entry. */
  update(id: string, change: Partial<Omit<JournalEntry, 'id'>>): void
  /** Records that the chain has a different transaction, and raises an event. */
  reportMismatch(id: string): void
  /** For requests that were rejected or never made. */
  remove(id: string): void
  subscribe(listener: () => void): () => void
}
