import type { NetworkId } from '@latchkey/wire/caip'
import type { PublicClient } from 'viem'
import type { ChainSettings } from './ChainSettings.js'

/** The served chains, and calls to their nodes with timeouts and failover. */
export type Nodes = {
  readonly chains: readonly ChainSettings[]
  /** Throws an ApiError (400, `chainId`) for a chain that is not served. */
  settings(chain: NetworkId): ChainSettings
  /** Calls the chain's nodes in turn. Throws a NodeRpcError for a JSON-RPC error, an ApiError (503) if none responds. */
  call(chain: NetworkId, method: string, params: unknown, signal?: AbortSignal): Promise<unknown>
  /** A viem client over `call`. */
  evm(chain: NetworkId, signal?: AbortSignal): PublicClient
}

/** A node returned a JSON-RPC error. */
export class NodeRpcError extends Error {
  override readonly name = 'NodeRpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}
