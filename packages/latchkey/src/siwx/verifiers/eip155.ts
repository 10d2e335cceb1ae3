import { parseAddress, parseData } from '@latchkey/wire/rpc/eip155'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { checksumAddress } from '../../families/eip155/address.js'
import { verifySignature } from '../../families/eip155/signatures.js'
import { hashMessage } from '../../families/eip155/typedData.js'
import type { Verifier } from './verifier.js'

/** Keys, contract accounts (ERC-1271) and contract accounts that are not deployed yet (ERC-6492). */
export const verifyEip155: Verifier = async ({ message, text, signature, readChain }) => {
  const address = parseAddress(message.accountAddress)
  const parsed = parseData(signature)
  if (!address || !parsed || checksumAddress(address) !== message.accountAddress) return 'invalid'
  return verifySignature({
    hash: hashMessage(`0x${bytesToHex(utf8ToBytes(text))}`),
    signature: parsed,
    address,
    readChain:
      readChain &&
      (async (method, params) => {
        const result = parseData(await readChain(method, params))
        if (!result) throw new TypeError(`The node's response to ${method} is invalid`)
        return result
      }),
  })
}
