import type { NetworkId } from '@latchkey/wire/caip'
import type { PublicClient } from 'viem'
import type { Clock } from '../clock.js'
import { DeadlineError, withDeadline } from '../deadline.js'
import { ApiError } from '../errors/ApiError.js'
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

/** A node gave no usable response. */
export class NodeUnavailableError extends Error {
  override readonly name = 'NodeUnavailableError'
  /** The request certainly did not reach the node. */
  readonly wasNeverSent: boolean
  /** The node's `Retry-After`, in milliseconds. */
  readonly retryAfter: number | undefined
  /** The node did not respond in time. */
  readonly isTimeout: boolean

  constructor(
    message: string,
    options: {
      readonly wasNeverSent?: boolean
      readonly retryAfter?: number | undefined
      readonly isTimeout?: boolean
      readonly cause?: unknown
    } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.wasNeverSent = options.wasNeverSent ?? false
    this.retryAfter = options.retryAfter
    this.isTimeout = options.isTimeout ?? false
  }
}

const responseTimeoutMs = 10_000

/** Bounds all node calls of one response together. Throws an ApiError (503) when the time is over. */
export async function withNodeDeadline<value>(
  clock: Clock,
  work: Promise<value>,
  field = 'chainId',
): Promise<value> {
  try {
    return await withDeadline(clock, responseTimeoutMs, () => work)
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error
    throw new ApiError(503, field, 'The chain takes too long to respond at the moment.')
  }
}
