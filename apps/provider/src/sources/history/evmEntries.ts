import type { NetworkId } from '@latchkey/wire/caip'
import { toQuantity } from '@latchkey/wire/rpc/eip155'
import type { Hex } from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { mapConcurrent } from '../mapConcurrent.js'
import {
  type AssetTransfer,
  getAssetTransfers,
  isPoison,
  readInternalTransfers,
} from './assetTransfers.js'
import { type BlockPosition, compareDescending, highestBelow, isBelow } from './blockPosition.js'
import {
  type MinedTransaction,
  parseMinedTransaction,
  type TransactionSearch,
} from './transactionSearch.js'
import { scanTransfers, type TransferLog, toNumber } from './transferLogs.js'

/** A transaction of an account with everything read about it, before names are added. */
export type EvmEntry = {
  readonly tx: MinedTransaction
  readonly time: number
  readonly moves: readonly AssetTransfer[]
}

export type EvmEntries = {
  /** Newest first, without poison. */
  readonly entries: readonly EvmEntry[]
  /** Everything from here up is read; undefined when that is everything from block `floor`. */
  readonly next: BlockPosition | undefined
  /** False when the node contradicts itself or lacks a transaction: not to be stored. */
  readonly isConsistent: boolean
}

/** Block ranges scanned for logs per page. */
const maxRanges = 8
const concurrency = 8
/** One transaction can hold any number of transfers. */
const maxMoves = 200

/**
 * The newest transactions of an account below a position, down to block `floor`. It reads a bounded
 * number of blocks.
 */
export async function readEvmEntries(
  { nodes, search }: { readonly nodes: Nodes; readonly search: TransactionSearch },
  chain: NetworkId,
  account: Hex,
  {
    head,
    before,
    floor,
    size,
  }: { head: string; before: BlockPosition; floor: number; size: number },
): Promise<EvmEntries> {
  const high = highestBelow(before)
  if (high < floor) return { entries: [], next: undefined, isConsistent: true }
  const isWanted = (position: BlockPosition) => isBelow(position, before) && position.block >= floor

  const native = await search.find(chain, account, { head, before: high + 1, floor, size })
  const found = new Map<string, BlockPosition>()
  for (const tx of native?.found ?? []) if (isWanted(tx)) found.set(tx.hash, tx)
  const logs = native?.assets
    ? { transfers: native.assets.transfers, from: native.from }
    : await scanTransfers(nodes, chain, account, {
        high,
        low: Math.max(native?.from ?? 0, floor),
        direction: 'both',
        maxRanges: maxRanges,
        isEnough: (transfers) =>
          new Set(transfers.filter(isWanted).map(({ hash }) => hash)).size >= size,
      })
  const transfersOf = new Map<string, TransferLog[]>()
  for (const transfer of logs.transfers) {
    if (!isWanted(transfer)) continue
    found.set(transfer.hash, transfer)
    const known = transfersOf.get(transfer.hash)
    if (known) known.push(transfer)
    else transfersOf.set(transfer.hash, [transfer])
  }

  // Below this block transactions may be missing.
  const lowest = Math.max(native?.from ?? 0, logs.from, floor)
  const searched = new Map(native?.found.map((tx) => [tx.hash as string, tx]))
  const all = [...found]
    .filter(([, { block }]) => block >= lowest)
    .sort(([, a], [, b]) => compareDescending(a, b))
  const page = all.slice(0, size)
  const results = await mapConcurrent(page, concurrency, async ([hash, position]) => {
    const transfers = transfersOf.get(hash) ?? []
    const known = searched.get(hash)
    const tx = known ?? (await readTransaction(nodes, chain, hash as Hex, position))
    const isElsewhere = (claimed: BlockPosition) => !tx || compareDescending(tx, claimed) !== 0
    if (!tx || [position, ...transfers].some(isElsewhere)) return undefined
    const inside =
      native?.assets?.internal.get(hash) ??
      (known ? await readInternalTransfers(search, chain, account, known) : [])
    const moves = tx.isFailed
      ? []
      : getAssetTransfers(nodes, chain, account, tx, inside, transfers).slice(0, maxMoves)
    if (!concerns(account, tx, moves)) return undefined
    const time = tx.time ?? transfers[0]?.time ?? (await readTime(nodes, chain, tx.block))
    return { tx, time, moves }
  })
  const read = results.filter((entry) => entry !== undefined)
  const positions = new Set(page.map(([, { block, index }]) => `${block}.${index}`))
  const [, last] = page.at(-1) ?? []
  const end = all.length > size && last ? last : { block: lowest, index: 0 }
  return {
    entries: read.filter(({ tx, moves }) => !isPoison(account, tx, moves)),
    next: all.length > size || lowest > floor ? { block: end.block, index: end.index } : undefined,
    isConsistent: read.length === page.length && positions.size === page.length,
  }
}

/** Whether a transaction names the account. Nodes also find those that only call it. */
function concerns(
  account: Hex,
  { from, to, createdContract, input }: MinedTransaction,
  moves: readonly AssetTransfer[],
): boolean {
  return (
    moves.length > 0 ||
    [from, to, createdContract].includes(account) ||
    input.includes(account.slice(2))
  )
}

/** A transaction found by its logs, so it did not fail. */
async function readTransaction(
  nodes: Nodes,
  chain: NetworkId,
  hash: Hex,
  { block, index }: BlockPosition,
): Promise<MinedTransaction | undefined> {
  const tx = (await nodes.call(chain, 'eth_getTransactionByHash', [hash])) as Readonly<
    Record<string, unknown>
  > | null
  if (tx === null) return undefined
  // Right after the block a node can still report it as pending; the logs are right.
  return parseMinedTransaction({
    ...tx,
    blockNumber: tx.blockNumber ?? toQuantity(BigInt(block)),
    transactionIndex: tx.transactionIndex ?? toQuantity(BigInt(index)),
  })
}

async function readTime(nodes: Nodes, chain: NetworkId, block: number): Promise<number> {
  const answer = await nodes.call(chain, 'eth_getBlockByNumber', [toQuantity(BigInt(block)), false])
  const time = toNumber((answer as { readonly timestamp?: unknown } | null)?.timestamp)
  if (time === undefined)
    throw new ApiError(503, 'chainId', 'The chain cannot be read at the moment.')
  return time
}
