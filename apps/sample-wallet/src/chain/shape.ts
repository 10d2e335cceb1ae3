import { type Address, getAddress, type Hex, isAddress, isHex } from 'viem'

export function readAddress(value: unknown): Address | undefined {
  return typeof value === 'string' && isAddress(value, { strict: false })
    ? getAddress(value)
    : undefined
}

export const readHex = (value: unknown): Hex | undefined => (isHex(value) ? value : undefined)

/** `0x1` → 1. Rejects leading zeros and oversized ids, as EIP-695 requires. */
export function readChainId(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^0x[1-9a-f][0-9a-f]{0,12}$/i.test(value)) return undefined
  return Number.parseInt(value, 16)
}

export const hexOf = (chainId: number): Hex => `0x${chainId.toString(16)}`
