import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { VerifyOutcome } from '../../core/connection/family.js'
import { type SignedText, toOutcome } from '../shared/signatureChecks.js'
import { signatureBytes } from './address.js'
import { checkSigner } from './signatures.js'

/** Ed25519 signatures in base58. */
export function verifyMessage({ message, signature, address }: SignedText): VerifyOutcome {
  const given = signatureBytes(signature)
  if (!given) return 'invalid'
  return toOutcome(() => checkSigner({ address, message: utf8ToBytes(message), signature: given }))
}
