import { referenceOf } from '@latchkey/wire/caip'
import { base64 } from '@scure/base'
import type { VerifyOutcome } from '../../core/connection/family.js'
import { type SignedText, toOutcome } from '../shared/signatureChecks.js'
import { parseAddress } from './address.js'
import { checkSigner } from './signatures.js'

/** BIP-322 proofs and the older recoverable signatures, in base64. */
export function verifyMessage({ message, signature, ...signed }: SignedText): VerifyOutcome {
  const signer = parseAddress(signed.address, referenceOf(signed.networkId))
  if (signer?.address !== signed.address) return 'invalid'
  return toOutcome(() => checkSigner({ message, signature: base64.decode(signature), signer }))
}
