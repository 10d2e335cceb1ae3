import { parseSignature } from '@latchkey/wire/rpc/polkadot'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { decodeAddress } from '../../families/polkadot/address.js'
import { checkSigner, toSignedForms } from '../../families/polkadot/signatures.js'
import { toOutcome, type Verifier } from './verifier.js'

/** Sr25519, Ed25519 and ECDSA signatures in hex. */
export const verifyPolkadot: Verifier = ({ message, text, signature }) => {
  const address = message.accountAddress
  const key = decodeAddress(address)
  const given = parseSignature({ signature })
  if (!key || !given) return 'invalid'
  return toOutcome(() =>
    checkSigner({
      messages: toSignedForms(utf8ToBytes(text)),
      signature: given,
      account: { namespace: 'polkadot', address, type: 'eoa', publicKey: `0x${bytesToHex(key)}` },
    }),
  )
}
