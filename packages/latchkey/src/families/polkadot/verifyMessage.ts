import { parseSignature } from '@latchkey/wire/rpc/polkadot'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { VerifyOutcome } from '../../core/connection/family.js'
import { WrongSignerError } from '../../core/runtime/errors/wallet.js'
import type { SignedText } from '../shared/signatureChecks.js'
import { decodeAddress } from './address.js'
import { checkSigner, toSignedForms } from './signatures.js'

/** Sr25519, Ed25519 and ECDSA signatures in hex. */
export async function verifyMessage({
  message,
  signature: given,
  address,
}: SignedText): Promise<VerifyOutcome> {
  const key = decodeAddress(address)
  const signature = parseSignature({ signature: given })
  if (!key || !signature) return 'invalid'
  const publicKey = `0x${bytesToHex(key)}` as const
  const account = { namespace: 'polkadot', address, type: 'eoa', publicKey } as const
  try {
    await checkSigner({ messages: toSignedForms(utf8ToBytes(message)), signature, account })
    return 'valid'
  } catch (error) {
    // Code that could not be loaded says nothing about the signature.
    if (!(error instanceof WrongSignerError)) throw error
    return 'invalid'
  }
}
