import { parseAddress, parseData } from '@latchkey/wire/rpc/eip155'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { checksumAddress } from '../../families/eip155/address.js'
import { verifySignature } from '../../families/eip155/signatures.js'
import { hashMessage } from '../../families/eip155/signedHashes.js'
import type { Verifier } from './verifier.js'

/** Keys, contract accounts (ERC-1271) and contract accounts yet to be deployed (ERC-6492). */
export const verifyEip155: Verifier = async ({ message, text, signature, ask }) => {
  const address = parseAddress(message.accountAddress)
  const given = parseData(signature)
  if (!address || !given || checksumAddress(address) !== message.accountAddress) return 'invalid'
  return verifySignature({
    hash: hashMessage(`0x${bytesToHex(utf8ToBytes(text))}`),
    signature: given,
    address,
    ask:
      ask &&
      (async (method, params) => {
        const answer = parseData(await ask(method, params))
        if (!answer) throw new TypeError(`The node's answer to ${method} makes no sense`)
        return answer
      }),
  })
}
