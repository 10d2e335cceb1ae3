import type { Hex } from '@latchkey/wire/rpc/eip155'
import type { Call } from './action.js'
import type { AccountType } from './embeddedWallet.js'

/** One of the wallet's accounts on EVM chains. Chains are CAIP-2 ids. */
export interface EvmAccount {
  readonly type: AccountType
  /** With its checksum; the same on every chain. */
  readonly address: Hex
  /** Signs the hash of a message or of typed data, so that contracts and sites can verify it. */
  signHash(chainId: string, hash: Hex, signal: AbortSignal): Promise<Hex>
  /** Rejects if the calls would fail. `send` never costs more than this estimate. */
  estimate(chainId: string, calls: readonly Call[], signal: AbortSignal): Promise<Estimate>
  /** Signs and hands over exactly once. The signal counts until then and no longer. */
  send(
    chainId: string,
    calls: readonly Call[],
    estimate: Estimate,
    signal: AbortSignal,
  ): Promise<Sent>
}

export type Estimate = {
  /** The most it can cost, in the network's smallest unit. */
  readonly fee: bigint
  readonly gas: Gas
  readonly price: GasPrice
}

export type Gas = {
  readonly call: bigint
  /** Of operations alone; zero for a plain transaction. */
  readonly verification: bigint
  readonly preVerification: bigint
}

export type GasPrice = {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** A network from before EIP-1559: `maxFeePerGas` is its one price. */
  readonly isLegacy: boolean
}

export type Sent = {
  readonly transactionHash: Hex
  /** What the batch is asked for by: the operation's hash, or the transaction's. */
  readonly id: Hex
}
