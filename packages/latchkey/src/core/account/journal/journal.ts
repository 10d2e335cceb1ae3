import type { NetworkId } from '@latchkey/wire/caip'
import type { TransactionOutcome } from '../../connection/transfer.js'

/**
 * One transaction a wallet was asked for through the widget, by its visitor or by the site.
 *
 *     asked ──hash──▶ pending ◀──▶ included ──▶ final
 *       │ │              │ ▲          │           failed, replaced, cancelled, dropped
 *       │ └─no answer─▶ unclear ──late hash──▶ pending
 *       └─refused: the entry is removed
 */
export type JournalEntry = {
  /** Made before the wallet is asked; the same for every repetition of one intent. */
  readonly id: string
  readonly networkId: NetworkId
  readonly from: string
  /** Milliseconds since the epoch. */
  readonly madeAt: number
  /** Exactly what the wallet is asked to do: units in decimal, data in hex. */
  readonly request: TransactionSummary
  /** In words, for transfers made with our own Send. */
  readonly transfer?: TransferSummary | undefined
  readonly status: JournalStatus
  /** When the wallet was asked. There is no second time. */
  readonly askedAt?: number | undefined
  readonly hash?: string | undefined
  /** The wallet's own id of it, where others have to agree before the chain has one. */
  readonly proposal?: string | undefined
  readonly nonce?: string | undefined
  readonly blockHash?: string | undefined
  readonly minedAt?: number | undefined
  readonly replacedBy?: string | undefined
  /** The wallet answered after it had been given up. */
  readonly isLate?: boolean | undefined
  /** Under its hash the chain has another transaction than the wallet was asked for. */
  readonly isMismatch?: boolean | undefined
  /** A reorganisation of the chain could still undo what `status` says. */
  readonly isProvisional?: boolean | undefined
  /** Counts the changes, so that of two tabs' versions the newer is known. */
  readonly revision?: number | undefined
}

export type JournalStatus = 'asked' | 'unclear' | TransactionOutcome['status']

export type TransactionSummary = {
  readonly to?: string | undefined
  readonly value: string
  readonly data?: string | undefined
}

export type TransferSummary = {
  readonly receiver: string
  readonly receiverName?: string | undefined
  readonly symbol: string
  readonly decimals: number
  /** In decimal. */
  readonly units: string
  /** Absent for the network's own coin. */
  readonly tokenAddress?: string | undefined
  readonly tokenIcon?: string | undefined
}

/** From the first to the last; what comes later outweighs what comes earlier. */
export const statuses: readonly JournalStatus[] = [
  'asked',
  'unclear',
  'pending',
  'included',
  'dropped',
  'replaced',
  'cancelled',
  'failed',
  'final',
]

/** Nothing more will become of it. */
export function isSettled({ status, isProvisional }: JournalEntry): boolean {
  return !isProvisional && statuses.indexOf(status) > statuses.indexOf('included')
}

/** The transactions made through this widget, kept in the visitor's browser and shared by its tabs. */
export type Journal = {
  /** Newest first. */
  entries(): readonly JournalEntry[]
  /** Written to storage before it returns, so that no wallet is asked for what nobody remembers. */
  open(entry: Omit<JournalEntry, 'id' | 'madeAt' | 'status'>): JournalEntry
  /**
   * Takes the right to ask the wallet, which an entry gives once, in whichever tab. Undefined when it
   * is taken, or there is no such entry.
   */
  claim(id: string, request: TransactionSummary): JournalEntry | undefined
  /** Does nothing for an id that is not there. What is settled stays settled. */
  update(id: string, change: Partial<Omit<JournalEntry, 'id'>>): void
  /** The chain has another transaction than the wallet was asked for: noted, and raised as an event. */
  reportMismatch(id: string): void
  /** For what the wallet's user refused, or was never asked. */
  remove(id: string): void
  subscribe(listener: () => void): () => void
}
