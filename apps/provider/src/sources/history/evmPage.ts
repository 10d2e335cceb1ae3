import type { NetworkId } from '@latchkey/wire/caip'
import { getAddress, type Hex } from 'viem'
import type { Nodes } from '../../nodes/Nodes.js'
import type { NftMetadataSource } from '../nfts/createNftMetadata.js'
import type { Tokens } from '../tokens/createTokens.js'
import { type AssetTransfer, getDirection } from './assetTransfers.js'
import { type BlockPosition, formatPosition } from './blockPosition.js'
import { type DescribedAsset, describeAssets } from './describeAssets.js'
import type { EvmEntry } from './evmEntries.js'
import { getOperation } from './getOperation.js'
import type { HistoryItem, HistoryPage } from './HistoryItem.js'
import { readApprovals } from './readApprovals.js'

type Parts = {
  readonly nodes: Nodes
  readonly tokens: Tokens
  readonly nfts: NftMetadataSource
}

/** Adds the names and images of assets. */
export async function createEvmPage(
  parts: Parts,
  chain: NetworkId,
  account: Hex,
  entries: readonly EvmEntry[],
  next: BlockPosition | undefined,
): Promise<HistoryPage> {
  const [describe, approvalOf] = await Promise.all([
    describeAssets(parts, chain, entries),
    readApprovals(parts, chain, account, entries),
  ])
  return {
    items: entries.map((entry) => ({
      position: formatPosition(entry.tx),
      item: {
        ...toItem(parts, chain, account, entry, describe),
        approval: approvalOf(entry.tx),
      },
    })),
    next: next && formatPosition(next),
  }
}

function toItem(
  { nodes }: Parts,
  chain: NetworkId,
  account: Hex,
  { tx, time, moves }: EvmEntry,
  describe: (move: AssetTransfer, isOwnTransaction: boolean) => DescribedAsset | undefined,
): HistoryItem {
  const { exchange } = nodes.settings(chain)
  return {
    chain,
    hash: tx.hash,
    operation: getOperation({
      ...tx,
      account,
      transfers: moves,
      router: exchange?.router.toLowerCase(),
      wrappedNative: exchange?.wrappedNative.toLowerCase(),
    }),
    isFailed: tx.isFailed,
    time,
    from: getAddress(tx.from),
    to: getAddressOrEmpty(tx.to ?? tx.createdContract),
    nonce: tx.nonce,
    transfers: moves.flatMap((move) => {
      const described = describe(move, tx.from === account)
      if (!described) return []
      const ends = { sender: getAddress(move.from), recipient: getAddress(move.to) }
      return [
        { ...described, ...ends, direction: getDirection(account, move), amount: move.amount },
      ]
    }),
  }
}

function getAddressOrEmpty(address: Hex | undefined): string {
  return address === undefined ? '' : getAddress(address)
}
