import type { NetworkId } from '@latchkey/wire/caip'
import type { Nft } from '../nfts/Nft.js'

/** One transaction from an account's point of view. */
export type HistoryItem = {
  readonly chain: NetworkId
  readonly hash: string
  readonly operation: Operation
  readonly isFailed: boolean
  /** Seconds since 1970. */
  readonly time: number
  readonly from: string
  /** Empty for a contract created by another account. */
  readonly to: string
  readonly nonce: number
  readonly transfers: readonly HistoryTransfer[]
  readonly approval?: Approval | undefined
}

/** What another address may spend. */
export type Approval = {
  readonly spender: string
  /** Smallest units, or a special limit. */
  readonly limit: bigint | 'unlimited' | 'all' | 'none'
  /** Undefined for NFTs and unknown tokens. */
  readonly token: { readonly symbol: string; readonly decimals: number } | undefined
}

export type Operation =
  | 'approve'
  | 'burn'
  | 'cancel'
  | 'deploy'
  | 'deposit'
  | 'execute'
  | 'mint'
  | 'receive'
  | 'send'
  | 'trade'
  | 'withdraw'

export type HistoryTransfer = {
  readonly direction: 'in' | 'out' | 'self'
  /** Absent on chains that do not record it. */
  readonly sender?: string
  readonly recipient?: string
  /** Smallest units. */
  readonly amount: bigint
  readonly decimals: number
  readonly asset:
    | { readonly kind: 'fungible'; readonly name: string; readonly symbol: string }
    | {
        readonly kind: 'nft'
        readonly nft: Nft
        readonly name: string
        readonly image: string | undefined
      }
  readonly isSpam: boolean
}

/** A page, newest first; `next` is undefined on the last one. */
export type HistoryPage = {
  readonly items: readonly { readonly item: HistoryItem; readonly position: string }[]
  readonly next: string | undefined
}
