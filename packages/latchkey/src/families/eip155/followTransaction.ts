import { type ListedTransaction, parseListedTransaction } from '@latchkey/wire/rpc/eip155'
import type { TransactionSummary } from '../../core/account/journal/journal.js'
import type {
  FollowedTransaction,
  TransactionOutcome,
  TransferReading,
} from '../../core/connection/transfer.js'
import type { Endpoints } from '../shared/nodes.js'
import {
  type ChainReader,
  createChainReader,
  orUndefined,
  type ReadContext,
} from './chainReader.js'

/** Transactions of one sender that are searched, from the newest back. */
const searchedTransactions = 20n
/** Clocks of nodes and visitors differ, in milliseconds. */
const tolerance = 60_000n

type FindParameters = Parameters<NonNullable<TransferReading['find']>>[0] & {
  readonly endpoints: Endpoints
}

/** The first transaction since then that matches the request. */
export async function findTransaction({
  from,
  request,
  since,
  except,
  ...context
}: FindParameters): Promise<string | undefined> {
  const chain = createChainReader(context)
  const sent = await chain.count(from, 'pending')
  let found: string | undefined
  for (let back = 1n; back <= searchedTransactions && back <= sent; back += 1n) {
    const listed = await orUndefined(context, chain.bySender(from, sent - back))
    if (!listed) return found
    const block =
      listed.blockNumber === undefined ? undefined : await chain.block(listed.blockNumber)
    if (block && block.timestamp * 1_000n < BigInt(since) - tolerance) return found
    if (matchesRequest(listed, request) && !except.includes(listed.hash)) found = listed.hash
  }
  return found
}

/** A transaction whose nonce is known. */
type NumberedTransaction = Omit<FollowedTransaction, 'nonce'> & { readonly nonce: bigint }

/** Blocks of state that nodes without an archive keep. */
const stateDepth = 128n

/** The transaction that used the nonce, if a node can show it. */
async function findReplacement(
  context: ReadContext,
  chain: ChainReader,
  transaction: NumberedTransaction,
): Promise<ListedTransaction | undefined> {
  const { nonce, replacedBy } = transaction
  const from = transaction.from.toLowerCase()
  const isReplacement = (sent: ListedTransaction | undefined) =>
    sent?.from === from && sent.nonce === nonce && sent.blockNumber !== undefined
  const known = replacedBy === undefined ? undefined : await chain.transaction(replacedBy)
  if (isReplacement(known)) return known
  // Few nodes have this method; the others are searched by block.
  const listedBySender = await orUndefined(context, chain.bySender(from, nonce))
  if (isReplacement(listedBySender)) return listedBySender
  const number = await orUndefined(context, findBlock(chain, from, nonce))
  if (number === undefined) return undefined
  const block = await chain.fullBlock(number)
  return block?.transactions
    .flatMap((listed) => parseListedTransaction(listed) ?? [])
    .find((listed) => isReplacement(listed))
}

/** The block in which the sender's transaction count passed the nonce. */
async function findBlock(
  chain: ChainReader,
  from: string,
  nonce: bigint,
): Promise<bigint | undefined> {
  const newest = await chain.block('latest')
  if (!newest) return undefined
  const isUsed = async (at: bigint) => (await chain.count(from, at)) > nonce
  let used = newest.number
  let free = used
  for (let back = 1n; free === used; back *= 2n) {
    if (back > stateDepth || used === 0n) return undefined
    const at = newest.number > back ? newest.number - back : 0n
    free = at
    if (await isUsed(at)) used = at
  }
  while (used - free > 1n) {
    const middle = (used + free) / 2n
    if (await isUsed(middle)) used = middle
    else free = middle
  }
  return used
}

/** Blocks from the transaction's own to the newest, inclusive, before it counts as included. */
export const includedDepth = 2n
/** The same before it counts as final, on chains without a `finalized` block. */
export const finalDepth = 12n
/** A chain whose newest block is older than this (milliseconds) is idle. */
const idleAge = 15_000

/**
 * Reads the status of a transaction from its receipt or, without one, from what its sender did with the
 * same nonce. Nothing is cached: blocks can be reorganised and transactions replaced.
 */
export async function followTransaction({
  transaction,
  ...context
}: ReadContext & { readonly transaction: FollowedTransaction }): Promise<TransactionOutcome> {
  const chain = createChainReader(context)
  const { from, hash } = transaction
  const outcome = await readOutcome(context, chain, hash)
  if (outcome) return outcome
  const waiting = await chain.transaction(hash)
  if (waiting) {
    // A contract account's transactions are sent by another account, with its nonce.
    const isOwn = waiting.from === from.toLowerCase()
    return { status: 'pending', ...(isOwn && { nonce: waiting.nonce.toString() }) }
  }
  return transaction.nonce === undefined
    ? { status: 'dropped', isProvisional: true }
    : resolveMissing(context, chain, { ...transaction, nonce: BigInt(transaction.nonce) })
}

/** Undefined while there is no receipt. A receipt counts only in a canonical block. */
async function readOutcome(
  context: ReadContext,
  chain: ChainReader,
  hash: string,
): Promise<TransactionOutcome | undefined> {
  const receipt = await chain.receipt(hash)
  if (!receipt) return undefined
  const { blockHash, blockNumber, isSuccess } = receipt
  const newest = await chain.block('latest')
  const finalized = await orUndefined(context, chain.block('finalized'))
  // Read last, so that it is at least as new as the blocks it is compared with.
  const block = await chain.block(blockNumber)
  const isCanonical = block?.hash === blockHash && block.transactions.includes(hash)
  if (!newest || !isCanonical) return { status: 'pending' }
  const depth = newest.number - block.number + 1n
  const hasFinalized =
    finalized !== undefined && finalized.number > 0n && finalized.number <= newest.number
  const isFinal = hasFinalized ? block.number <= finalized.number : depth >= finalDepth
  const minedAt = milliseconds(block.timestamp)
  const facts = { blockHash, ...(minedAt !== undefined && { minedAt }) }
  const isIdle = minedAt !== undefined && depth === 1n && Date.now() - minedAt >= idleAge
  if (!isFinal && depth < includedDepth && !isIdle) return { status: 'pending', ...facts }
  if (isSuccess) return { status: isFinal ? 'final' : 'included', ...facts }
  return { status: 'failed', ...facts, ...(!isFinal && { isProvisional: true }) }
}

/** No node has the transaction: its nonce shows whether another one replaced it. */
async function resolveMissing(
  context: ReadContext,
  chain: ChainReader,
  transaction: NumberedTransaction,
): Promise<TransactionOutcome> {
  const { from, nonce, hash } = transaction
  if ((await chain.count(from, 'latest')) <= nonce) {
    return (await chain.count(from, 'pending')) > nonce
      ? { status: 'pending' }
      : { status: 'dropped', isProvisional: true }
  }
  const other = await findReplacement(context, chain, transaction)
  if (!other) return resolveUnknownReplacement(context, chain, transaction)
  const outcome = other.hash === hash ? undefined : await readOutcome(context, chain, other.hash)
  if (!outcome || outcome.status === 'pending') return { status: 'pending' }
  const replacedBy = other.hash
  if (matchesRequest(other, transaction.request)) return { ...outcome, replacedBy }
  const { status: _, isProvisional = outcome.status === 'included', ...facts } = outcome
  return {
    ...facts,
    replacedBy,
    status: isCancellation(other) ? 'cancelled' : 'replaced',
    ...(isProvisional && { isProvisional }),
  }
}

/** The nonce is used, but no node has the transaction that used it. */
async function resolveUnknownReplacement(
  context: ReadContext,
  chain: ChainReader,
  { from, nonce }: { readonly from: string; readonly nonce: bigint },
): Promise<TransactionOutcome> {
  const newest = await chain.block('latest')
  const usedBefore = async (depth: bigint) => {
    if (!newest || newest.number < depth) return false
    const count = await orUndefined(context, chain.count(from, newest.number - depth + 1n))
    return count !== undefined && count > nonce
  }
  if (!(await usedBefore(includedDepth))) return { status: 'pending' }
  // Deeper than any reorganisation.
  const isFinal = await usedBefore(unknownReplacementDepth)
  return { status: 'replaced', ...(!isFinal && { isProvisional: true }) }
}

const unknownReplacementDepth = 64n

export function matchesRequest(
  sent: ListedTransaction,
  request: TransactionSummary | undefined,
): boolean {
  return (
    request !== undefined &&
    sent.to === request.to?.toLowerCase() &&
    sent.value === BigInt(request.value) &&
    sent.data === (request.data ?? '0x').toLowerCase()
  )
}

/** Wallets cancel with an empty transaction to the sender itself. */
function isCancellation({ from, to, value, data }: ListedTransaction): boolean {
  return to === from && value === 0n && data === '0x'
}

function milliseconds(seconds: bigint): number | undefined {
  const time = Number.parseInt(seconds.toString(), 10) * 1_000
  return Number.isSafeInteger(time) ? time : undefined
}
