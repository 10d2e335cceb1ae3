import type { NetworkId } from '@latchkey/wire/caip'

/** Ethereum (SLIP-44). ENSIP-11: other EVM chains use their id with the top bit set. */
export const ethereumCoinType = 60
export const solanaCoinType = 501
const evmBit = 0x8000_0000

/** The chain of a coin type. Accepts both codes of Ethereum, because some widgets set the top bit for every chain. */
export function chainOfCoinType(coinType: number): NetworkId | undefined {
  if (coinType === ethereumCoinType) return 'eip155:1'
  return coinType > evmBit ? `eip155:${coinType - evmBit}` : undefined
}

/** The coin type under which a chain's addresses are stored. */
export function canonicalCoinType(coinType: number): number {
  return chainOfCoinType(coinType) === 'eip155:1' ? ethereumCoinType : coinType
}
