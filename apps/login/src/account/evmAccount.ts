import { type Hex, parseQuantity, toQuantity } from '@latchkey/wire/rpc/eip155'
import { hexToBytes } from 'viem/utils'
import { type ChainCall, ChainError } from '../api/chains.js'
import { unreachable } from '../api/timeout.js'
import type { Signer } from '../vault/signer.js'
import type { Call } from './action.js'
import type { AccountType } from './embeddedWallet.js'
import type { Sponsored } from './sponsor.js'

const usualTip = 1_000_000_000n

/** Stays valid until the network's base fee has doubled. */
export async function readGasPrice(
  rpc: ChainCall,
  chainId: string,
  signal: AbortSignal,
): Promise<GasPrice> {
  const [block, tip] = await Promise.all([
    rpc(chainId, 'eth_getBlockByNumber', ['latest', false], signal),
    rpc(chainId, 'eth_maxPriorityFeePerGas', [], signal).catch((fault: unknown) => {
      if (fault instanceof ChainError) return toQuantity(usualTip)
      throw fault
    }),
  ])
  const base = parseQuantity((block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas)
  const maxPriorityFeePerGas = parseQuantity(tip) ?? usualTip
  if (base !== undefined) {
    const maxFeePerGas = base * 2n + maxPriorityFeePerGas
    return { maxFeePerGas, maxPriorityFeePerGas, isLegacy: false }
  }
  const price = parseQuantity(await rpc(chainId, 'eth_gasPrice', [], signal))
  if (price === undefined) throw unreachable()
  return { maxFeePerGas: price, maxPriorityFeePerGas: price, isLegacy: true }
}

/** One of the wallet's accounts on EVM chains. Chains are CAIP-2 ids. */
export type EvmAccount = {
  readonly type: AccountType
  /** With its checksum; the same on every chain. */
  readonly address: Hex
  /** Signs the hash of a message or of typed data, so that contracts and sites can verify it. */
  signHash(chainId: string, hash: Hex, signal: AbortSignal): Promise<Hex>
  /** Rejects if the calls would fail. `send` never costs more than this estimate. */
  estimate(chainId: string, calls: readonly Call[], signal: AbortSignal): Promise<Estimate>
  /** Signs and sends exactly once. The signal has no effect after that. */
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
  /** The sponsor that would pay the fee. */
  readonly sponsored?: Sponsored
}

export type Gas = {
  readonly call: bigint
  /** For user operations only; zero for a plain transaction. */
  readonly verification: bigint
  readonly preVerification: bigint
}

export type GasPrice = {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** A network without EIP-1559: `maxFeePerGas` is the gas price. */
  readonly isLegacy: boolean
}

export type Sent = {
  readonly transactionHash: Hex
  /** The id of the batch: the hash of the user operation or transaction. */
  readonly id: Hex
}

/** The 65 bytes `r`, `s`, `v` that contracts and sites expect. */
export async function signHash(signer: Signer, hash: Hex): Promise<Hex> {
  const { r, s, yParity } = await signer.signSecp256k1(hexToBytes(hash))
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  return `0x${word(r)}${word(s)}${yParity === 1 ? '1c' : '1b'}`
}

/** The number of an EVM chain, from its CAIP-2 id. */
export function chainNumber(chainId: string): number {
  return Number(chainId.slice('eip155:'.length))
}
