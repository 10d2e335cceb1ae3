import type { NetworkId } from '@latchkey/wire/caip'
import type { Nft } from '../nfts/Nft.js'

/** One transaction as the account it was looked up for sees it. */
export type HistoryItem = {
  readonly chain: NetworkId
  readonly hash: string
  readonly operation: Operation
  readonly isFailed: boolean
  /** Seconds since 1970. */
  readonly time: number
  readonly from: string
  /** Empty for a contract made by somebody else. */
  readonly to: string
  readonly nonce: number
  readonly movements: readonly Movement[]
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

export type Movement = {
  readonly direction: 'in' | 'out' | 'self'
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

/** A page, newest first, and where the next one begins; undefined after the last. */
export type HistoryPage = {
  readonly items: readonly { readonly item: HistoryItem; readonly position: string }[]
  readonly next: string | undefined
}
