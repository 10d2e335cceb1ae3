/** Hex values of EVM chains. Parsers return undefined for invalid values. */

export type Hex = `0x${string}`

const dataPattern = /^0x(?:[0-9a-fA-F]{2})*$/
const addressPattern = /^0x[0-9a-fA-F]{40}$/
const hashPattern = /^0x[0-9a-fA-F]{64}$/
const maxChainId = 2n ** 64n - 1n

/** Whole bytes as lowercase hex. */
export function parseData(value: unknown): Hex | undefined {
  return matching(value, dataPattern)
}

/** 20 bytes as lowercase hex, for comparing; display the checksummed form. */
export function parseAddress(value: unknown): Hex | undefined {
  return matching(value, addressPattern)
}

/** 32 bytes as lowercase hex. */
export function parseHash(value: unknown): Hex | undefined {
  return matching(value, hashPattern)
}

/**
 * A chain id in decimal. Most wallets send hex text; some send a number, decimal text or a CAIP-2 id,
 * and so do pairing events.
 */
export function parseChainId(value: unknown): string | undefined {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const digits = String(value).replace(/^eip155:/, '')
  if (!/^(?:\d{1,20}|0x[0-9a-fA-F]{1,16})$/.test(digits)) return undefined
  const id = BigInt(digits)
  return id > 0n && id <= maxChainId ? id.toString() : undefined
}

export function matching(value: unknown, pattern: RegExp): Hex | undefined {
  return typeof value === 'string' && pattern.test(value) ? (value.toLowerCase() as Hex) : undefined
}
