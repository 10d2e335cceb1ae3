import type { NetworkId } from '@latchkey/wire/caip'
import type { PublicClient } from 'viem'
import type { ChainSettings } from './ChainSettings.js'

/** The chains this provider serves, and one bounded, failing-over way to ask them. */
export interface Nodes {
  readonly chains: readonly ChainSettings[]
  /** Throws an ApiError (400, `chainId`) for a chain that is not served. */
  settings(chain: NetworkId): ChainSettings
  /**
   * Asks the chain's nodes in turn. A node's own answer that the call failed is thrown as a NodeError;
   * when none answers, an ApiError (503, `chainId`).
   */
  call(chain: NetworkId, method: string, params: unknown, signal?: AbortSignal): Promise<unknown>
  /** A viem client over `call`. */
  evm(chain: NetworkId, signal?: AbortSignal): PublicClient
}

/** A node understood the call and refused it. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}
