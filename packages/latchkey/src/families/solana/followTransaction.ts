import { parseCount, parseSignatureStatus, type SignatureStatus } from '@latchkey/wire/rpc/solana'
import type { FollowedTransaction, TransactionOutcome } from '../../core/connection/transfer.js'
import type { Ports } from '../../core/runtime/ports.js'
import type { Commitment } from './commitment.js'
import { broadcast, type NodeContext, requestNode } from './nodes.js'

/** Between two times that the same bytes are sent. */
const resendPause = 2_000
/** More than a blockhash lives, where nobody knows how old it is. */
const maxResends = 60

/**
 * Sends the same signed bytes again and again until the network has them, or never will: nodes drop
 * transactions without a word. Nothing is signed anew here, so nothing can happen twice.
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
      await clock.sleep(resendPause, context.signal)
      const status = await readStatus(context, hash)
      if (status && status.commitment !== 'processed') return
      if (lastBlock !== undefined && (await blockHeight(context, 'confirmed')) > lastBlock) return
      await broadcast(context, bytes, { skipPreflight: true, maxRetries: 0 })
    } catch {
      if (context.signal.aborted) return
      // A node that does not answer, or has it already: the next look tells.
    }
  }
}

/**
 * What became of a transaction. Solana knows no replacement: one that is not on the chain when its
 * blockhash is too old never will be. Its number is the last block height at which it could be.
 */
export async function followTransaction({
  transaction: { hash, nonce },
  ...context
}: NodeContext & { readonly transaction: FollowedTransaction }): Promise<TransactionOutcome> {
  const status = await readStatus(context, hash)
  if (status) return toOutcome(context, status)
  if (nonce === undefined) return { status: 'dropped', isProvisional: true }
  if ((await blockHeight(context, 'finalized')) <= BigInt(nonce)) return { status: 'pending' }
  // It may have made it in the very last block.
  const late = await readStatus(context, hash)
  return late ? toOutcome(context, late) : { status: 'dropped' }
}

async function toOutcome(
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

/** In milliseconds; undefined where the node does not keep it. */
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
