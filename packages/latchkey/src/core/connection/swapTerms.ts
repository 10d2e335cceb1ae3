import type { Network } from '../network/network.js'

/** A swap as the visitor reviewed it. Tokens without an address are the native coin. */
export type SwapTerms = {
  readonly account: string
  readonly sourceToken: string | undefined
  readonly toToken: string | undefined
  readonly amount: bigint
  /** The least amount that was shown. */
  readonly minimum: bigint
}

/** A whole transaction that an exchange built, and what it has to keep to. */
export type BuiltSwap = {
  /** In hex. */
  readonly data: string
  readonly terms: SwapTerms
  /** The most that was shown for the fee, in the smallest unit of the native coin. */
  readonly maxFee: bigint
  readonly network: Network
  readonly signal: AbortSignal
}
