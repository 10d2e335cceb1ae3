import { referenceOf } from '@latchkey/wire/caip'
import { base64 } from '@scure/base'
import { parseAddress } from '../../families/bip122/address.js'
import { checkSigner } from '../../families/bip122/signatures.js'
import { toOutcome, type Verifier } from './verifier.js'

/** BIP-322 proofs and the older recoverable signatures, in base64. */
export const verifyBip122: Verifier = ({ message, text, signature }) => {
  const { accountAddress, chainId } = message
  const signer = parseAddress(accountAddress, referenceOf(chainId))
  if (signer?.address !== accountAddress) return 'invalid'
  return toOutcome(() =>
    checkSigner({ message: text, signature: base64.decode(signature), signer }),
  )
}
