import { parseCount, parseSignatureStatus, type SignatureStatus } from '@latchkey/wire/rpc/solana'
import type { FollowedTransaction, TransactionVerdict } from '../../core/connection/transfer.js'
import type { Commitment } from './commitment.js'
import { askNode, type NodeContext } from './nodes.js'

/**
 * What became of a transaction. Solana knows no replacement: one that is not on the chain when its
 * blockhash is too old never will be. Its number is the last block height at which it could be.
 */
export async function followTransaction({
  transaction: { hash, nonce },
  ...place
}: NodeContext & { readonly transaction: FollowedTransaction }): Promise<TransactionVerdict> {
  const status = await readStatus(place, hash)
  if (status) return verdictOf(place, status)
  if (nonce === undefined) return { status: 'dropped', isProvisional: true }
  if ((await blockHeight(place, 'finalized')) <= BigInt(nonce)) return { status: 'pending' }
  // It may have made it in the very last block.
  const late = await readStatus(place, hash)
  return late ? verdictOf(place, late) : { status: 'dropped' }
}

async function verdictOf(
  place: NodeContext,
  { slot, isSuccess, commitment }: SignatureStatus,
): Promise<TransactionVerdict> {
  if (commitment === 'processed') return { status: 'pending' }
  const isFinal = commitment === 'finalized'
  const minedAt = await blockTime(place, slot)
  const facts = minedAt === undefined ? {} : { minedAt }
  if (isSuccess) return { status: isFinal ? 'final' : 'included', ...facts }
  return { status: 'failed', ...facts, ...(!isFinal && { isProvisional: true }) }
}

/** Undefined for a transaction the chain does not have. */
export async function readStatus(
  place: NodeContext,
  hash: string,
): Promise<SignatureStatus | undefined> {
  const { found } = await askNode(place, {
    method: 'getSignatureStatuses',
    params: [[hash], { searchTransactionHistory: true }],
    parse(answer) {
      const { value } = Object(answer)
      if (!Array.isArray(value) || value.length !== 1) return undefined
      if (value[0] === null) return { found: undefined }
      const found = parseSignatureStatus(value[0])
      return found && { found }
    },
  })
  return found
}

export function blockHeight(place: NodeContext, commitment: Commitment): Promise<bigint> {
  return askNode(place, { method: 'getBlockHeight', params: [{ commitment }], parse: parseCount })
}

/** In milliseconds; undefined where the node does not keep it. */
async function blockTime(place: NodeContext, slot: bigint): Promise<number | undefined> {
  const params = [Number.parseInt(slot.toString(), 10)]
  try {
    const seconds = await askNode(place, { method: 'getBlockTime', params, parse: parseCount })
    return Number.parseInt(seconds.toString(), 10) * 1_000
  } catch {
    place.signal.throwIfAborted()
    return undefined
  }
}
