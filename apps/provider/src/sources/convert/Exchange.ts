import type { NetworkId } from '@latchkey/wire/caip'
import type { Address, Hex } from 'viem'
import type { SwapSource } from '../../nodes/ChainSettings.js'
import type { TokenOnChain } from './tokens.js'

/** The exchanges of EVM chains, and the aggregators among them. */
export type EvmSource = Exclude<SwapSource, 'jupiter'>
export type AggregatorSource = Exclude<EvmSource, 'uniswapV2'>

/** A conversion on one chain. A token without an address is the native coin. */
export type Conversion = {
  readonly from: TokenOnChain
  readonly to: TokenOnChain
  readonly amount: bigint
}

export type QuoteRequest = Conversion & {
  /** In millionths. */
  readonly slippage: number
  readonly user?: Address | undefined
  /** In wei; routes are chosen by it. */
  readonly gasPrice?: bigint | undefined
}

export type ExchangeQuote = {
  readonly amountOut: bigint
  /** In units of the input token, if the exchange says what it takes. */
  readonly fee?: bigint | undefined
  /** The pools or exchanges on the way. */
  readonly route: readonly string[]
  readonly gas?: bigint | undefined
}

export type SwapRequest = QuoteRequest & {
  /** Pays and receives. */
  readonly user: Address
  /** The minimum that the user was shown. */
  readonly minimumReturn?: bigint | undefined
}

/** A transaction of the user that swaps. */
export type Swap = {
  readonly to: Address
  readonly data: Hex
  /** Native coins to send with the call. */
  readonly value: bigint
  readonly amountOut: bigint
  /** What the transaction itself enforces. */
  readonly minimumReturn: bigint
  /** An upper bound, if the exchange gives one. */
  readonly gas?: bigint | undefined
}

/** One exchange of EVM chains, on all that it serves. Its calls throw an ExchangeError. */
export type Exchange = {
  readonly source: EvmSource
  /** The contract a token must be approved for; undefined for a chain that is not served. */
  spender(chain: NetworkId): Address | undefined
  quote(request: QuoteRequest, signal?: AbortSignal): Promise<ExchangeQuote>
  build(request: SwapRequest, signal?: AbortSignal): Promise<Swap>
}

export type ExchangeErrorCode =
  | 'no-answer'
  | 'rate-limited'
  | 'unauthorized'
  | 'no-route'
  | 'price-changed'
  | 'malformed'

/** An exchange cannot serve a request; another one perhaps can. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError'
  readonly code: ExchangeErrorCode
  /** The pause that the exchange demands, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(
    code: ExchangeErrorCode,
    message: string,
    options: { readonly retryAfterMs?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.code = code
    this.retryAfterMs = options.retryAfterMs
  }
}
