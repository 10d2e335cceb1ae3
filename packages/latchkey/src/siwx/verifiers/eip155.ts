import { parseData } from '@latchkey/wire/rpc/eip155'
import { verifyText } from '../../families/eip155/verifyMessage.js'
import type { Verifier } from './verifier.js'

/** Keys, contract accounts (ERC-1271) and contract accounts that are not deployed yet (ERC-6492). */
export const verifyEip155: Verifier = ({ message, text, signature, readChain }) =>
  verifyText(
    { message: text, signature, address: message.accountAddress },
    readChain &&
      (async (method, params) => {
        const result = parseData(await readChain(method, params))
        if (!result) throw new TypeError(`The node's response to ${method} is invalid`)
        return result
      }),
  )
