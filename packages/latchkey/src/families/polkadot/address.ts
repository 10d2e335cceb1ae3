import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { isEqualBytes } from '../shared/signatureChecks.js'

const keyLength = 32
const checksumLength = 2
/** Enough for a two-byte prefix, the key and the checksum. */
const maxAddressLength = 50

/** The 32 bytes of an account, from an address with any prefix; undefined when it is invalid. */
export function decodeAddress(text: string): Uint8Array | undefined {
  if (text.length > maxAddressLength) return undefined
  const bytes = decodeBase58(text)
  if (!bytes) return undefined
  const [first = 0] = bytes
  const prefixLength = first & 0x40 ? 2 : 1
  if (first & 0x80 || bytes.length !== prefixLength + keyLength + checksumLength) return undefined
  const body = bytes.subarray(0, -checksumLength)
  return isEqualBytes(checksum(body), bytes.subarray(-checksumLength))
    ? body.slice(prefixLength)
    : undefined
}

/** The address of an account on networks with that prefix. */
export function encodeAddress(key: Uint8Array, prefix: number): string {
  const body = concatBytes(encodePrefix(prefix), key)
  return base58.encode(concatBytes(body, checksum(body)))
}

/**
 * Prefixes from 64 on take two bytes. Their bits are reordered so that the first byte shows the length.
 */
function encodePrefix(prefix: number): Uint8Array {
  return prefix < 64
    ? Uint8Array.of(prefix)
    : Uint8Array.of(((prefix & 0xfc) >> 2) | 0x40, (prefix >> 8) | ((prefix & 3) << 6))
}

function checksum(body: Uint8Array): Uint8Array {
  return blake2b(concatBytes(utf8ToBytes('SS58PRE'), body), { dkLen: 64 }).subarray(
    0,
    checksumLength,
  )
}

function decodeBase58(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text)
  } catch {
    return undefined
  }
}
