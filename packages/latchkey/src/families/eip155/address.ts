import { type Hex, parseAddress } from '@latchkey/wire/rpc/eip155'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Adds the EIP-55 checksum. */
export function checksumAddress(address: Hex): Hex {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const mixed = Array.from(digits, (digit, index) =>
    (hash[index] ?? '0') >= '8' ? digit.toUpperCase() : digit,
  )
  return `0x${mixed.join('')}`
}

/** The address with its checksum; undefined when it already has a wrong one (EIP-55). */
export function parseRecipient(text: string): Hex | undefined {
  const address = parseAddress(text)
  if (!address) return undefined
  const checksummed = checksumAddress(address)
  const digits = text.slice(2)
  const isSingleCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isSingleCase || text === checksummed ? checksummed : undefined
}
