import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base64 } from '@scure/base'
import { decodeAddress, decodeBytes } from '../../families/cosmos/address.js'
import { messageDocument } from '../../families/cosmos/adr36.js'
import { aminoBytes } from '../../families/cosmos/documents.js'
import { checkSigner } from '../../families/cosmos/signatures.js'
import { toOutcome, type Verifier } from './verifier.js'

/** ADR-36 signatures in base64. The public key is recovered from the signature. */
export const verifyCosmos: Verifier = ({ message, text, signature }) => {
  const { accountAddress, chainId } = message
  const account = decodeAddress(accountAddress, chainId)
  const given = decodeBytes(signature, [64])
  if (!account || !given) return 'invalid'
  const bytes = aminoBytes(messageDocument(accountAddress, text))
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
  return [0, 1, 2, 3].flatMap((bit) => {
    try {
      const recoverable = secp256k1.Signature.fromBytes(signature, 'compact').addRecoveryBit(bit)
      return [recoverable.recoverPublicKey(digest).toBytes(true)]
    } catch {
      // These numbers are not a point on the curve.
      return []
    }
  })
}
