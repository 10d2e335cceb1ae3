import type { NetworkId } from '@latchkey/wire/caip'
import { toQuantity } from '@latchkey/wire/rpc/eip155'
import { getAddress, type Hex } from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { mapConcurrent } from '../mapConcurrent.js'
import type { NftMetadataSource } from '../nfts/createNftMetadata.js'
import type { Tokens } from '../tokens/createTokens.js'
import {
  type AssetTransfer,
  getAssetTransfers,
  getDirection,
  isPoison,
  readInternalTransfers,
} from './assetTransfers.js'
import { type DescribedAsset, describeAssets } from './describeAssets.js'
import { getOperation } from './getOperation.js'
import type { HistoryItem, HistoryPage } from './HistoryItem.js'
import { readApprovals } from './readApprovals.js'
import {
  type MinedTransaction,
  parseMinedTransaction,
  type TransactionSearch,
} from './transactionSearch.js'
import { scanTransfers, type TransferLog, toNumber } from './transferLogs.js'

/** Block ranges scanned for logs per page. */
const maxRanges = 8
const concurrency = 8

type Parts = {
  readonly nodes: Nodes
  readonly tokens: Tokens
  readonly nfts: NftMetadataSource
  readonly search: TransactionSearch
}

type BlockPosition = { readonly block: number; readonly index: number }

/**
 * The newest transactions of an account below a position. New blocks do not shift a page, and each
 * page reads a bounded number of blocks.
 */
export async function readEvmPage(
  parts: Parts,
  chain: NetworkId,
  account: Hex,
  position: string | undefined,
  size: number,
): Promise<HistoryPage> {
  const { nodes, search } = parts
  const before = position === undefined ? undefined : parsePosition(position)
  const high = before ? highestBelow(before) : await readHead(nodes, chain)
  const isBelow = (position: BlockPosition) =>
    !before ||
    position.block < before.block ||
    (position.block === before.block && position.index < before.index)

  const native = await search.findBelow(chain, account, high + 1, size)
  const found = new Map<string, BlockPosition>()
  for (const tx of native?.found ?? []) if (isBelow(tx)) found.set(tx.hash, tx)
  const logs = await scanTransfers(nodes, chain, account, {
    high,
    low: native?.from ?? 0,
    direction: 'both',
    maxRanges: maxRanges,
    isEnough: (transfers) =>
      new Set(transfers.filter(isBelow).map(({ hash }) => hash)).size >= size,
  })
  const transfersOf = new Map<string, TransferLog[]>()
  for (const transfer of logs.transfers) {
    if (!isBelow(transfer)) continue
    found.set(transfer.hash, transfer)
    transfersOf.set(transfer.hash, [...(transfersOf.get(transfer.hash) ?? []), transfer])
  }

  // Below this block transactions may be missing.
  const floor = Math.max(native?.from ?? 0, logs.from)
  const known = new Map(native?.found.map((tx) => [tx.hash as string, tx]))
  const all = [...found]
    .filter(([, { block }]) => block >= floor)
    .sort(([, a], [, b]) => descending(a, b))
  const page = all.slice(0, size)
  const entries = (
    await mapConcurrent(page, concurrency, async ([hash, position]) => {
      const transfers = transfersOf.get(hash) ?? []
      const searched = known.get(hash)
      const tx = searched ?? (await readTransaction(nodes, chain, hash as Hex, position))
      if (!tx) return []
      const time = tx.time ?? transfers[0]?.time ?? (await readTime(nodes, chain, tx.block))
      const inside = searched ? await readInternalTransfers(search, chain, account, searched) : []
      const moves = tx.isFailed
        ? []
        : getAssetTransfers(nodes, chain, account, tx, inside, transfers)
      return [{ tx, time, moves, isPoison: isPoison(account, tx, moves) }]
    })
  ).flat()
  const shown = entries.filter(({ isPoison }) => !isPoison)
  const [describe, approvalOf] = await Promise.all([
    describeAssets(parts, chain, shown),
    readApprovals(parts, chain, account, shown),
  ])
  const last = page.at(-1)?.[1]
  const next = all.length > size && last ? last : floor > 0 ? { block: floor, index: 0 } : undefined
  return {
    items: shown.map(({ tx, time, moves }) => ({
      position: formatPosition(tx),
      item: {
        ...toItem(parts, chain, account, { tx, time, moves }, describe),
        approval: approvalOf(tx),
      },
    })),
    next: next && formatPosition(next),
  }
}

function toItem(
  { nodes }: Parts,
  chain: NetworkId,
  account: Hex,
  { tx, time, moves }: { tx: MinedTransaction; time: number; moves: readonly AssetTransfer[] },
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

/** A transaction found by its logs, so it did not fail. */
async function readTransaction(
  nodes: Nodes,
  chain: NetworkId,
  hash: Hex,
  { block, index }: BlockPosition,
): Promise<MinedTransaction | undefined> {
  const tx = await nodes.call(chain, 'eth_getTransactionByHash', [hash])
  if (typeof tx !== 'object' || tx === null) return undefined
  // Right after the block a node can still report it as pending; the logs are right.
  const position = {
    blockNumber: toQuantity(BigInt(block)),
    transactionIndex: toQuantity(BigInt(index)),
  }
  return parseMinedTransaction({ ...tx, ...position })
}

async function readTime(nodes: Nodes, chain: NetworkId, block: number): Promise<number> {
  const answer = await nodes.call(chain, 'eth_getBlockByNumber', [toQuantity(BigInt(block)), false])
  const time = toNumber((answer as { readonly timestamp?: unknown } | null)?.timestamp)
  if (time === undefined)
    throw new ApiError(503, 'chainId', 'The chain cannot be read at the moment.')
  return time
}

async function readHead(nodes: Nodes, chain: NetworkId): Promise<number> {
  return toNumber(await nodes.call(chain, 'eth_blockNumber', [])) ?? 0
}

/** The highest block with transactions below a position. */
function highestBelow({ block, index }: BlockPosition): number {
  return index === 0 ? block - 1 : block
}

function getAddressOrEmpty(address: Hex | undefined): string {
  return address === undefined ? '' : getAddress(address)
}

function descending(a: BlockPosition, b: BlockPosition): number {
  return b.block - a.block || b.index - a.index
}

function formatPosition({ block, index }: BlockPosition): string {
  return `${block}.${index}`
}

function parsePosition(text: string): BlockPosition {
  const match = /^(\d{1,15})\.(\d{1,9})$/.exec(text)
  if (!match) throw new ApiError(400, 'cursor', 'Not a cursor from this provider.')
  return { block: Number(match[1]), index: Number(match[2]) }
}
