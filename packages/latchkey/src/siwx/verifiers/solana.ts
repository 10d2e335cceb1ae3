import { utf8ToBytes } from '@noble/hashes/utils.js'
import { signatureBytes } from '../../families/solana/address.js'
import { checkSigner } from '../../families/solana/signatures.js'
import { toOutcome, type Verifier } from './verifier.js'

/** Ed25519 signatures in base58. */
export const verifySolana: Verifier = ({ message, text, signature }) => {
  const given = signatureBytes(signature)
  if (!given) return 'invalid'
  return toOutcome(() =>
    checkSigner({ address: message.accountAddress, message: utf8ToBytes(text), signature: given }),
  )
}
