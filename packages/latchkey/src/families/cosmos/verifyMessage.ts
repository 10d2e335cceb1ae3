import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base64 } from '@scure/base'
import type { VerifyOutcome } from '../../core/connection/family.js'
import { recoverPublicKey } from '../shared/recoverPublicKey.js'
import { type SignedText, toOutcome } from '../shared/signatureChecks.js'
import { decodeAddress, decodeBytes } from './address.js'
import { messageDocument } from './adr36.js'
import { aminoBytes } from './documents.js'
import { checkSigner } from './signatures.js'

/** ADR-36 signatures in base64. The public key is recovered from the signature. */
export function verifyMessage({
  message,
  signature,
  address,
  networkId,
}: SignedText): VerifyOutcome {
  const account = decodeAddress(address, networkId)
  const given = decodeBytes(signature, [64])
  if (!account || !given) return 'invalid'
  const bytes = aminoBytes(messageDocument(address, message))
  const isProved = [sha256(bytes), keccak_256(bytes)].some((digest) =>
    possibleKeys(given, digest).some((key) => {
      const pub_key = { type: 'tendermint/PubKeySecp256k1', value: base64.encode(key) }
      const stated = { pub_key, signature: base64.encode(given) }
      return toOutcome(() => checkSigner({ bytes, signature: stated, account })) === 'valid'
    }),
  )
  return isProved ? 'valid' : 'invalid'
}

/** All public keys that can have made a signature. */
function possibleKeys(signature: Uint8Array, digest: Uint8Array): readonly Uint8Array[] {
  return [0, 1, 2, 3].flatMap((recoveryBit) => {
    try {
      return [recoverPublicKey(signature, { recoveryBit, digest, isCompressed: true })]
    } catch {
      // Numbers outside the curve, or the high-S form.
      return []
    }
  })
}
