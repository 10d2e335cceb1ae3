import { hashes, verify } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import { WrongSignerError } from '../../core/runtime/errors/wallet.js'
import { addressBytes } from './address.js'

/** The curve library uses this hash. */
hashes.sha512 = sha512

/** Throws when the account did not sign. */
export function checkSigner({
  address,
  signature,
  message,
}: {
  readonly address: string
  readonly signature: Uint8Array
  readonly message: Uint8Array
}): void {
  if (!isValidSignature(address, signature, message)) throw new WrongSignerError()
}

function isValidSignature(address: string, signature: Uint8Array, message: Uint8Array): boolean {
  const key = addressBytes(address)
  try {
    return key !== undefined && verify(signature, message, key, { zip215: false })
  } catch {
    // Numbers outside the curve.
    return false
  }
}
