import { parseAddress } from '@latchkey/wire/rpc/solana'
import { base58 } from '@scure/base'

/** The 32 bytes of an address; undefined for anything else. */
export function addressBytes(value: unknown): Uint8Array | undefined {
  const text = parseAddress(value)
  if (text === undefined) return undefined
  try {
    const bytes = base58.decode(text)
    return bytes.length === 32 ? bytes : undefined
  } catch {
    return undefined
  }
}

/** A valid address. Base58 has one form for every value, so it is canonical. */
export function readAddress(value: unknown): string | undefined {
  return addressBytes(value) ? (value as string) : undefined
}

/** The 64 bytes of a signature; undefined for anything else. */
export function signatureBytes(text: string): Uint8Array | undefined {
  try {
    const bytes = base58.decode(text)
    return bytes.length === 64 ? bytes : undefined
  } catch {
    return undefined
  }
}
