import { type Hex, parseHash } from '@latchkey/wire/rpc/eip155'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { getPublicKey, signAsync, utils } from '@noble/secp256k1'
import { SessionClientError } from './sessionClientError.js'

/** A key of the site's server, to which visitors grant permissions. */
export type SessionKey = {
  /** Keep it on the server: it can use every permission that was granted to it. */
  readonly privateKey: Hex
  /** For the request to the visitor: 65 bytes, uncompressed. */
  readonly publicKey: Hex
  readonly address: Hex
}

/** Creates a random key, or reads a stored one. One key can have permissions of many visitors. */
export function createSessionKey(privateKey?: Hex): SessionKey {
  const secret = privateKey === undefined ? utils.randomSecretKey() : parseSecretKey(privateKey)
  const publicKey = getPublicKey(secret, false)
  return {
    privateKey: `0x${bytesToHex(secret)}`,
    publicKey: `0x${bytesToHex(publicKey)}`,
    address: `0x${bytesToHex(keccak_256(publicKey.slice(1)).slice(12))}`,
  }
}

/** Signs a digest: r, s (low) and v (27 or 28), as contracts expect it. */
export async function signDigest(digest: Uint8Array, privateKey: Hex): Promise<Hex> {
  const options = { prehash: false, format: 'recovered' } as const
  const signature = await signAsync(digest, hexToBytes(privateKey.slice(2)), options)
  const [recoveryBit = 0] = signature
  return `0x${bytesToHex(signature.slice(1))}${(27 + recoveryBit).toString(16)}`
}

function parseSecretKey(given: unknown): Uint8Array {
  const hex = parseHash(given)
  const secret = hex && hexToBytes(hex.slice(2))
  if (!secret || !utils.isValidSecretKey(secret)) throw new SessionClientError('invalid-key')
  return secret
}
