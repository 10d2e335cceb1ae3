import { type Hex, parseAddress } from '@latchkey/wire/rpc/eip155'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The EIP-55 form: letters are upper case where the hash of the address says so. */
export function checksumAddress(address: Hex): Hex {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const mixed = Array.from(digits, (digit, index) =>
    (hash[index] ?? '0') >= '8' ? digit.toUpperCase() : digit,
  )
  return `0x${mixed.join('')}`
}

/** With its checksum; undefined when it has one already, and a wrong one (EIP-55). */
export function parseRecipient(text: string): Hex | undefined {
  const address = parseAddress(text)
  if (!address) return undefined
  const checked = checksumAddress(address)
  const digits = text.slice(2)
  const isPlain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isPlain || text === checked ? checked : undefined
}
