import type { Hex } from 'viem'
import type { ReceivedNft } from '../history/createReceived.js'
import type { InternalTransfer } from '../history/transactionSearch.js'
import type { ClaimedTransaction, ClaimedTransactions } from './ChainIndex.js'

/** One row of an index's list. */
export type TransferClaim = {
  readonly hash: Hex
  readonly block: number
  /** Equal only for rows that are the same. */
  readonly key: string
  /** The contract of a fungible token. */
  readonly contract?: Hex
  readonly internal: readonly InternalTransfer[]
  readonly pieces: readonly ReceivedNft[]
}

/** The newest transactions of several lists, which are complete down to different blocks. */
export function combineClaims(
  lists: readonly { readonly claims: readonly TransferClaim[]; readonly from: number }[],
  size: number,
): ClaimedTransactions {
  const floor = Math.max(...lists.map(({ from }) => from))
  const rows = new Map(lists.flatMap(({ claims }) => claims.map((claim) => [claim.key, claim])))
  const byHash = new Map<Hex, ClaimedTransaction>()
  for (const { hash, block, internal } of rows.values()) {
    if (block < floor) continue
    const known = byHash.get(hash)
    byHash.set(hash, { hash, block, internal: [...(known?.internal ?? []), ...internal] })
  }
  const newest = [...byHash.values()].sort((a, b) => b.block - a.block)
  // Blocks are complete, so the last one can exceed the size.
  const last = newest[size - 1]
  if (!last || newest.length === size) return { transactions: newest, from: floor }
  return {
    transactions: newest.filter(({ block }) => block >= last.block),
    from: last.block,
  }
}
