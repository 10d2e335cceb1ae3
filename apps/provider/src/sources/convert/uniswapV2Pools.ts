import type { NetworkId } from '@latchkey/wire/caip'
import { type Address, getAddress } from 'viem'
import type { Nodes } from '../../nodes/Nodes.js'
import { type Conversion, ExchangeError } from './Exchange.js'

const defaultPoolFee = 30
const basisPointsPerUnit = 10_000n

/** A chain's own exchange. */
export type PoolSettings = {
  readonly router: Address
  readonly wrappedNative: Address
  readonly feeBasisPoints: bigint
}

/** Throws an ExchangeError for a chain without an exchange of its own. */
export function readPoolSettings(nodes: Pick<Nodes, 'settings'>, chain: NetworkId): PoolSettings {
  const { exchange } = nodes.settings(chain)
  if (!exchange) throw new ExchangeError('no-route', 'The chain has no exchange of its own.')
  return {
    router: getAddress(exchange.router),
    wrappedNative: getAddress(exchange.wrappedNative),
    feeBasisPoints: BigInt(exchange.feeBasisPoints ?? defaultPoolFee),
  }
}

/** The pools to try: the pair's own one, or two by way of the wrapped coin. */
export function listPaths(
  { from, to }: Pick<Conversion, 'from' | 'to'>,
  { wrappedNative }: PoolSettings,
): readonly (readonly Address[])[] {
  const [start, end] = [from.address ?? wrappedNative, to.address ?? wrappedNative]
  const isWrapped = start === wrappedNative || end === wrappedNative
  return isWrapped
    ? [[start, end]]
    : [
        [start, end],
        [start, wrappedNative, end],
      ]
}

/** Each pool takes its fee from what the previous one left, rounded up. */
export function poolFeeOf(
  amountIn: bigint,
  path: readonly Address[],
  { feeBasisPoints }: PoolSettings,
): bigint {
  const pools = BigInt(path.length - 1)
  const left = (basisPointsPerUnit - feeBasisPoints) ** pools
  return amountIn - (amountIn * left) / basisPointsPerUnit ** pools
}
