import type { NetworkId } from '@latchkey/wire/caip'
import type { Hex } from 'viem'
import type { ReceivedNft } from '../history/createReceived.js'
import type { InternalTransfer } from '../history/transactionSearch.js'

/**
 * An indexing service for EVM chains. It only says what to look for: amounts, owners and transactions are
 * then read from the chain's nodes, so a wrong answer can hide something but not invent it.
 */
export type ChainIndex = {
  /** Contracts of fungible tokens that the account may have. */
  findTokens(chain: NetworkId, account: Hex, signal: AbortSignal): Promise<readonly Hex[]>
  /** NFTs the account received in these blocks; all of them down to block `from`. */
  findNfts(
    chain: NetworkId,
    account: Hex,
    blocks: BlockRange,
    signal: AbortSignal,
  ): Promise<{ readonly pieces: readonly ReceivedNft[]; readonly from: number }>
  /** About `size` transactions up to block `high` that concern the account; all of them down to `from`. */
  findTransactions(
    chain: NetworkId,
    account: Hex,
    high: number,
    size: number,
    signal: AbortSignal,
  ): Promise<ClaimedTransactions>
}

export type BlockRange = { readonly high: number; readonly low: number }

export type ClaimedTransactions = {
  readonly transactions: readonly ClaimedTransaction[]
  readonly from: number
}

export type ClaimedTransaction = {
  readonly hash: Hex
  readonly block: number
  /** Native coins that contracts sent to or from the account. */
  readonly internal: readonly InternalTransfer[]
}

export type IndexErrorCode =
  /** Too many calls; the service is left alone for a while. */
  | 'rate-limited'
  /** The key is wrong, or its plan does not include the call. */
  | 'unauthorized'
  /** The service does not have this chain or method. */
  | 'unsupported'
  | 'no-answer'
  /** An answer that is not as published, or for another account. */
  | 'malformed'
  /** The chain's nodes know nothing of what the service says. */
  | 'contradicted'

/** A failed call to an index. Its message never has the key, the URL or the service's own text. */
export class IndexError extends Error {
  override readonly name = 'IndexError'
  readonly code: IndexErrorCode
  readonly retryAfterMs: number | undefined

  constructor(code: IndexErrorCode, message: string, retryAfterMs?: number) {
    super(message)
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

/** Throws for an answer that does not fit the request. */
export function assertAnswer(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new IndexError('malformed', problem)
}

/** Throws for a value that an answer should have. */
export function required<value>(found: value | undefined, name: string): value {
  if (found === undefined) throw new IndexError('malformed', `The answer's ${name} is wrong.`)
  return found
}
