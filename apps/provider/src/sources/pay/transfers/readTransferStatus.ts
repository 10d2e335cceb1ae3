import type { TransferStatus } from '@latchkey/wire/http/transfers'
import {
  parseBlock,
  parseLooseQuantity,
  parseQuantity,
  parseReceipt,
  toQuantity,
} from '@latchkey/wire/rpc/eip155'
import { type Hex, keccak256, pad, toEventSelector } from 'viem'
import { ApiError } from '../../../errors/ApiError.js'
import type { Nodes } from '../../../nodes/Nodes.js'
import type { TransferRequest } from './transferRequest.js'

const transferTopic = toEventSelector('Transfer(address,address,uint256)')
/** Blocks per request, unless the chain's nodes have a limit. */
const defaultRange = 2_000
/** More blocks than any chain makes until the deadline of a payment. */
const maxRanges = 10
/** A chain without blocks since the deadline: the clocks may differ by this. */
const idleMarginSeconds = 120

type Log = { readonly transactionHash: Hex; readonly data: Hex }

/** Finds the payer's transaction among the logs of the token that it must have moved. */
export async function readTransferStatus(
  nodes: Nodes,
  request: TransferRequest,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal },
): Promise<TransferStatus> {
  const { chain, user, deadline } = request
  const latest = await nodes.call(chain, 'eth_getBlockByNumber', ['latest', false], signal)
  const head = parseBlock(latest)
  if (!head) throw new ApiError(503, 'requestId', 'The chain does not respond at the moment.')
  const paid = await findPayment(nodes, request, Number(head.number), signal)
  if (paid) return (await hasPaid(nodes, request, paid, signal)) ? 'success' : 'failure'
  const isOver = now / 1_000 > deadline + idleMarginSeconds
  // The exchange compares the deadline with the time of the block.
  if (Number(head.timestamp) > deadline || isOver) return 'timeout'
  const [mined, sent] = await Promise.all(
    ['latest', 'pending'].map(async (tag) =>
      parseQuantity(await nodes.call(chain, 'eth_getTransactionCount', [user, tag], signal)),
    ),
  )
  return sent !== undefined && mined !== undefined && sent > mined ? 'pending' : 'waiting'
}

/** The hash of the transaction with exactly the quoted call, from the payer. */
async function findPayment(
  nodes: Nodes,
  request: TransferRequest,
  head: number,
  signal: AbortSignal,
): Promise<Hex | undefined> {
  const { chain, originToken, destinationToken, user, recipient, amount, block } = request
  const range = Math.min(nodes.settings(chain).limits?.logBlocks ?? defaultRange, defaultRange)
  const filter =
    originToken === undefined
      ? { address: destinationToken, topics: [transferTopic, null, pad(recipient)] }
      : { address: originToken, topics: [transferTopic, pad(user)] }
  for (let index = 0; index < maxRanges; index += 1) {
    const [start, end] = [block + index * range, Math.min(head, block + (index + 1) * range - 1)]
    if (start > end) return undefined
    const blocks = { fromBlock: toHex(start), toBlock: toHex(end) }
    const found = await nodes.call(chain, 'eth_getLogs', [{ ...filter, ...blocks }], signal)
    const logs = toLogs(found).filter(
      ({ data }) => originToken !== undefined || parseLooseQuantity(data) === BigInt(amount),
    )
    for (const hash of new Set(logs.map(({ transactionHash }) => transactionHash))) {
      const transaction = await nodes.call(chain, 'eth_getTransactionByHash', [hash], signal)
      if (isQuoted(transaction, request)) return hash
    }
  }
  return undefined
}

function isQuoted(value: unknown, { user, router, dataHash }: TransferRequest): boolean {
  const { from, to, input } = (value ?? {}) as Readonly<Record<string, unknown>>
  return (
    isSame(from, user) &&
    isSame(to, router) &&
    typeof input === 'string' &&
    keccak256(input as Hex) === dataHash
  )
}

/** Whether it succeeded, and a token with a fee of its own did not pay less. */
async function hasPaid(
  nodes: Nodes,
  { chain, destinationToken, recipient, amount }: TransferRequest,
  hash: Hex,
  signal: AbortSignal,
): Promise<boolean> {
  const receipt = await nodes.call(chain, 'eth_getTransactionReceipt', [hash], signal)
  if (!parseReceipt(receipt)?.isSuccess) return false
  // The exchange reverts unless it pays a coin exactly.
  if (destinationToken === undefined) return true
  const { logs } = receipt as { readonly logs?: unknown }
  const expected = [transferTopic, undefined, pad(recipient)]
  return (Array.isArray(logs) ? logs : []).some(
    ({ address, topics, data }) =>
      isSame(address, destinationToken) &&
      expected.every((topic, index) => topic === undefined || isSame(topics?.[index], topic)) &&
      parseLooseQuantity(data) === BigInt(amount),
  )
}

function toLogs(value: unknown): readonly Log[] {
  return (Array.isArray(value) ? value : []).filter(
    (log) => typeof log?.transactionHash === 'string' && typeof log.data === 'string',
  )
}

const toHex = (block: number) => toQuantity(BigInt(block))

function isSame(value: unknown, expected: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === expected
}
