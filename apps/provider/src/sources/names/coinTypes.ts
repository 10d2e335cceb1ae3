import type { NetworkId } from '@latchkey/wire/caip'

/** Ethereum itself (SLIP-44); ENSIP-11 gives every other EVM chain its id with the top bit set. */
export const ETHEREUM = 60
const EVM_BIT = 0x8000_0000

/**
 * The chain whose accounts a coin type names. Ethereum is understood under both of its figures, since
 * some widgets set the top bit for every chain.
 */
export function chainOfCoinType(coinType: number): NetworkId | undefined {
  if (coinType === ETHEREUM) return 'eip155:1'
  return coinType > EVM_BIT ? `eip155:${coinType - EVM_BIT}` : undefined
}

/** The one figure under which a chain's addresses are kept. */
export function canonicalCoinType(coinType: number): number {
  return chainOfCoinType(coinType) === 'eip155:1' ? ETHEREUM : coinType
}
