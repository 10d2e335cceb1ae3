import type { NetworkId } from '@latchkey/wire/caip'
import {
  parseAddress,
  parseData,
  parseHash,
  parseQuantity,
  toQuantity,
} from '@latchkey/wire/rpc/eip155'
import { decodeAbiParameters, type Hex, toEventSelector } from 'viem'
import { NodeRpcError, type Nodes } from '../../nodes/Nodes.js'

/** The position of a transfer in a chain. */
export type LogPosition = {
  readonly block: number
  readonly logIndex: number
  /** Index in a batch transfer. */
  readonly batchIndex: number
}

/** A token transfer from its contract's log. */
export type TransferLog = LogPosition & {
  readonly kind: 'fungible' | 'nft'
  readonly contract: Hex
  readonly from: Hex
  readonly to: Hex
  /** Smallest units of a fungible token, or the quantity of an NFT. */
  readonly amount: bigint
  readonly tokenId: bigint | undefined
  /** For the metadata of an NFT. */
  readonly standard: 'erc20' | 'erc721' | 'erc1155'
  readonly hash: Hex
  /** The transaction's index in its block. */
  readonly index: number
  /** Seconds since 1970, if the node sends it. */
  readonly time: number | undefined
}

const transferTopic = toEventSelector('Transfer(address,address,uint256)')
const transferSingleTopic = toEventSelector(
  'TransferSingle(address,address,address,uint256,uint256)',
)
const transferBatchTopic = toEventSelector(
  'TransferBatch(address,address,address,uint256[],uint256[])',
)

/** Blocks per first request; the range then adapts to the number of logs. */
const firstRange = 512
const maxRange = 50_000
/** Many logs shrink the range to this; node errors to a single block. */
const minRange = 8
const manyLogs = 500
const fewLogs = 50

export type LogDirection = 'in' | 'both'

/**
 * Scans back from block `high` to `low` in adaptive ranges, until `isEnough` or after `maxRanges`.
 * `from` is the lowest fully scanned block.
 */
export async function scanTransfers(
  nodes: Nodes,
  chain: NetworkId,
  account: Hex,
  scan: {
    readonly high: number
    readonly low: number
    readonly direction: LogDirection
    readonly maxRanges: number
    readonly isEnough: (found: readonly TransferLog[]) => boolean
    /** Blocks per first request. */
    readonly range?: number
    readonly signal?: AbortSignal
  },
): Promise<{
  readonly transfers: readonly TransferLog[]
  readonly from: number
  readonly range: number
}> {
  const transfers: TransferLog[] = []
  const longest = Math.min(nodes.settings(chain).limits?.logBlocks ?? maxRange, maxRange)
  let range = Math.min(scan.range ?? firstRange, longest)
  let from = scan.high + 1
  for (let ranges = 0; ranges < scan.maxRanges && from > scan.low; ranges += 1) {
    const start = Math.max(scan.low, from - range)
    try {
      const found = await readTransfers(nodes, chain, account, start, from - 1, scan)
      transfers.push(...found)
      from = start
      if (found.length < fewLogs) range = Math.min(longest, range * 4)
      else if (found.length > manyLogs) range = Math.max(minRange, Math.floor(range / 2))
    } catch (error) {
      // Nodes reject long ranges, each with its own message.
      const length = from - start
      if (!(error instanceof NodeRpcError) || length === 1) throw error
      range = Math.max(1, Math.floor(length / 8))
      continue
    }
    if (scan.isEnough(transfers)) break
  }
  return { transfers, from, range }
}

/** All transfers to, or also from, an account between two blocks, each once. */
async function readTransfers(
  nodes: Nodes,
  chain: NetworkId,
  account: Hex,
  fromBlock: number,
  toBlock: number,
  { direction, signal }: { readonly direction: LogDirection; readonly signal?: AbortSignal },
): Promise<readonly TransferLog[]> {
  const topic = `0x${account.slice(2).padStart(64, '0')}`
  const single = [transferSingleTopic, transferBatchTopic]
  const incoming = [
    [[transferTopic], null, topic],
    [single, null, null, topic],
  ]
  const outgoing = [
    [[transferTopic], topic],
    [single, null, topic],
  ]
  const answers = await Promise.all(
    (direction === 'in' ? incoming : [...incoming, ...outgoing]).map((topics) =>
      nodes.call(
        chain,
        'eth_getLogs',
        [
          {
            fromBlock: toQuantity(BigInt(fromBlock)),
            toBlock: toQuantity(BigInt(toBlock)),
            topics,
          },
        ],
        signal,
      ),
    ),
  )
  const unique = new Map<string, TransferLog>()
  for (const log of answers.flat()) {
    for (const transfer of parseTransferLog(log)) {
      if (transfer.from !== account && transfer.to !== account) continue
      if (transfer.block < fromBlock || transfer.block > toBlock) continue
      const { hash, logIndex, batchIndex } = transfer
      unique.set(`${hash}:${logIndex}:${batchIndex}`, transfer)
    }
  }
  return [...unique.values()]
}

/** The transfers in a log; empty for other events and removed logs. */
export function parseTransferLog(value: unknown): readonly TransferLog[] {
  const log = value as Readonly<Record<string, unknown>>
  const contract = parseAddress(log.address)
  const hash = parseHash(log.transactionHash)
  const data = parseData(log.data)
  const block = toNumber(log.blockNumber)
  const index = toNumber(log.transactionIndex)
  const logIndex = toNumber(log.logIndex)
  const topics = Array.isArray(log.topics) ? log.topics.map(parseHash) : []
  if (!contract || !hash || data === undefined || log.removed === true) return []
  if (block === undefined || index === undefined || logIndex === undefined) return []
  const common = { contract, hash, block, index, logIndex, time: toNumber(log.blockTimestamp) }
  try {
    return parseAmounts(topics, data).map((amount, batchIndex) => ({
      ...common,
      ...amount,
      batchIndex,
    }))
  } catch {
    return []
  }
}

function parseAmounts(topics: readonly (Hex | undefined)[], data: Hex) {
  const [event, first, second, third] = topics
  const address = (topic: Hex | undefined) => `0x${topic?.slice(26)}` as Hex
  if (event === transferTopic && first && second && third) {
    const tokenId = BigInt(third)
    const standard = 'erc721' as const
    const [from, to] = [address(first), address(second)]
    return [{ kind: 'nft' as const, standard, from, to, amount: 1n, tokenId }]
  }
  if (event === transferTopic && first && second && data.length === 66) {
    const standard = 'erc20' as const
    const [from, to, amount] = [address(first), address(second), BigInt(data)]
    return [{ kind: 'fungible' as const, standard, from, to, amount, tokenId: undefined }]
  }
  if (!second || !third) return []
  const nft = {
    kind: 'nft' as const,
    standard: 'erc1155' as const,
    from: address(second),
    to: address(third),
  }
  if (event === transferSingleTopic) {
    const [tokenId, amount] = decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], data)
    return [{ ...nft, tokenId, amount }]
  }
  if (event === transferBatchTopic) {
    const [ids, amounts] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)
    return ids.slice(0, 100).map((tokenId, at) => ({ ...nft, tokenId, amount: amounts[at] ?? 0n }))
  }
  return []
}

/** Newest first. */
export function compareNewestFirst(a: LogPosition, b: LogPosition): number {
  return b.block - a.block || b.logIndex - a.logIndex || b.batchIndex - a.batchIndex
}

export function toNumber(value: unknown): number | undefined {
  const quantity = parseQuantity(value)
  return quantity === undefined || quantity > Number.MAX_SAFE_INTEGER ? undefined : Number(quantity)
}
