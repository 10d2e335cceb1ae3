import type { NetworkId } from '@latchkey/wire/caip'
import type { TransactionVerdict } from '../family.js'

/**
 * One transaction a wallet was asked for through the widget, by its visitor or by the site.
 *
 *     asked ──hash──▶ pending ──▶ included ──▶ final
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
  readonly request: {
    readonly to?: string | undefined
    readonly value: string
    readonly data?: string | undefined
  }
  /** In words, for transfers made with our own Send. */
  readonly transfer?: TransferSummary | undefined
  readonly status: JournalStatus
  readonly hash?: string | undefined
  readonly nonce?: string | undefined
  readonly blockHash?: string | undefined
  readonly minedAt?: number | undefined
  readonly replacedBy?: string | undefined
  /** The wallet answered after it had been given up. */
  readonly isLate?: boolean | undefined
}

export type JournalStatus = 'asked' | 'unclear' | TransactionVerdict['status']

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

/** Nothing more will become of it. */
export function isSettled({ status }: JournalEntry): boolean {
  return ['final', 'failed', 'replaced', 'cancelled', 'dropped'].includes(status)
}
