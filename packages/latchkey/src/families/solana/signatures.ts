import { ed25519 } from '@noble/curves/ed25519.js'
import { WrongSignerError } from '../../core/runtime/errors/wallet.js'
import { addressBytes } from './address.js'

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
    return key !== undefined && ed25519.verify(signature, message, key, { zip215: false })
  } catch {
    // Numbers outside the curve.
    return false
  }
}
