import type { NetworkId } from '@latchkey/wire/caip'
import type { SwapSource } from '../../../nodes/ChainSettings.js'

/** An exchange on Solana. It builds whole transactions, and needs no allowance. Its calls throw an ExchangeError. */
export type SolanaExchange = {
  readonly source: SwapSource
  serves(chain: NetworkId): boolean
  quote(request: SolanaQuoteRequest, signal?: AbortSignal): Promise<SolanaQuote>
  build(request: SolanaSwapRequest, signal?: AbortSignal): Promise<SolanaSwap>
}

/** Tokens by mint; undefined is the native coin. */
export type SolanaQuoteRequest = {
  readonly chain: NetworkId
  readonly from: string | undefined
  readonly to: string | undefined
  readonly amount: bigint
  /** In millionths. */
  readonly slippage: number
  readonly user?: string | undefined
}

export type SolanaQuote = {
  readonly amountOut: bigint
  /** What the transaction itself enforces. */
  readonly minimumReturn: bigint
  /** In units of the input token, if it is known. */
  readonly fee: bigint | undefined
  /** The pools or exchanges on the way. */
  readonly route: readonly string[]
  /** The most that the transaction costs, in lamports. */
  readonly networkFee: bigint
}

export type SolanaSwapRequest = SolanaQuoteRequest & {
  readonly user: string
  /** The minimum that the user was shown. */
  readonly minimumReturn?: bigint | undefined
}

export type SolanaSwap = {
  /** Without the user's signature. */
  readonly transaction: Uint8Array
  readonly amountOut: bigint
  readonly minimumReturn: bigint
  /** The last block height at which the transaction is valid. */
  readonly lastBlock: bigint
}
