import { blake2b } from '@noble/hashes/blake2.js'
import { recoverPublicKey } from '../shared/recoverPublicKey.js'
import { isEqualBytes } from '../shared/signatureChecks.js'

/** An ECDSA account is the hash of its key. */
export function verifyEcdsa(
  message: Uint8Array,
  signature: Uint8Array,
  account: Uint8Array,
): boolean {
  const key = recoverPublicKey(signature.slice(0, 64), {
    recoveryBit: signature[64] ?? 0,
    digest: hash(message),
    isCompressed: true,
  })
  return isEqualBytes(hash(key), account)
}

function hash(bytes: Uint8Array): Uint8Array {
  return blake2b(bytes, { dkLen: 32 })
}
