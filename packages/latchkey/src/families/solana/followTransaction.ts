import { parseCount, parseSignatureStatus, type SignatureStatus } from '@latchkey/wire/rpc/solana'
import type { FollowedTransaction, TransactionOutcome } from '../../core/connection/transfer.js'
import type { Ports } from '../../core/runtime/ports.js'
import type { Commitment } from './commitment.js'
import { broadcast, type NodeContext, requestNode } from './nodes.js'

/** Milliseconds. */
const resendInterval = 2_000
/** Longer than any blockhash is valid, for blockhashes of unknown age. */
const maxResends = 60

/**
 * Resends the same signed bytes until the transaction is confirmed or expired: nodes drop transactions
 * silently. The same bytes cannot be executed twice.
 */
export async function resendUntilIncluded(
  context: NodeContext,
  clock: Ports['clock'],
  {
    bytes,
    hash,
    lastBlock,
  }: {
    readonly bytes: Uint8Array
    readonly hash: string
    readonly lastBlock?: bigint | undefined
  },
): Promise<void> {
  for (let resends = 0; resends < maxResends; resends += 1) {
    try {
      await clock.sleep(resendInterval, context.signal)
      const status = await readStatus(context, hash)
      if (status && status.commitment !== 'processed') return
      if (lastBlock !== undefined && (await blockHeight(context, 'confirmed')) > lastBlock) return
      await broadcast(context, bytes, { skipPreflight: true, maxRetries: 0 })
    } catch {
      if (context.signal.aborted) return
      // No response, or already known: the next round checks.
    }
  }
}

/**
 * Reads the status of a transaction. Solana has no replacement: once the blockhash has expired, a missing
 * transaction is dropped. `nonce` is the last block height at which it is valid.
 */
export async function followTransaction({
  transaction: { hash, nonce },
  ...context
}: NodeContext & { readonly transaction: FollowedTransaction }): Promise<TransactionOutcome> {
  const status = await readStatus(context, hash)
  if (status) return readOutcome(context, status)
  if (nonce === undefined) return { status: 'dropped', isProvisional: true }
  if ((await blockHeight(context, 'finalized')) <= BigInt(nonce)) return { status: 'pending' }
  // It may be in the last valid block.
  const late = await readStatus(context, hash)
  return late ? readOutcome(context, late) : { status: 'dropped' }
}

async function readOutcome(
  context: NodeContext,
  { slot, isSuccess, commitment }: SignatureStatus,
): Promise<TransactionOutcome> {
  if (commitment === 'processed') return { status: 'pending' }
  const isFinal = commitment === 'finalized'
  const minedAt = await blockTime(context, slot)
  const facts = minedAt === undefined ? {} : { minedAt }
  if (isSuccess) return { status: isFinal ? 'final' : 'included', ...facts }
  return { status: 'failed', ...facts, ...(!isFinal && { isProvisional: true }) }
}

/** Undefined for a transaction the chain does not have. */
export async function readStatus(
  context: NodeContext,
  hash: string,
): Promise<SignatureStatus | undefined> {
  const { found } = await requestNode(context, {
    method: 'getSignatureStatuses',
    params: [[hash], { searchTransactionHistory: true }],
    parse(response) {
      const { value } = Object(response)
      if (!Array.isArray(value) || value.length !== 1) return undefined
      if (value[0] === null) return { found: undefined }
      const found = parseSignatureStatus(value[0])
      return found && { found }
    },
  })
  return found
}

export function blockHeight(context: NodeContext, commitment: Commitment): Promise<bigint> {
  return requestNode(context, {
    method: 'getBlockHeight',
    params: [{ commitment }],
    parse: parseCount,
  })
}

/** In milliseconds; undefined where the node does not have it. */
async function blockTime(context: NodeContext, slot: bigint): Promise<number | undefined> {
  const params = [Number.parseInt(slot.toString(), 10)]
  try {
    const seconds = await requestNode(context, {
      method: 'getBlockTime',
      params,
      parse: parseCount,
    })
    return Number.parseInt(seconds.toString(), 10) * 1_000
  } catch {
    context.signal.throwIfAborted()
    return undefined
  }
}
