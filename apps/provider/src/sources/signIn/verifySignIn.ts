import type { SiwxMessage } from '@latchkey/wire/siwx'
import { verify } from 'latchkey/siwx/server'
import type { Hex } from 'viem'
import type { Nodes } from '../../nodes/Nodes.js'
import type { Signatures } from '../signatures/createSignatures.js'
import { readMessage } from './readMessage.js'
import { signInError } from './signInErrors.js'

export type SignedText = {
  readonly text: string
  readonly signature: string
  readonly nonce: string
  /** The page's origin; the message must be for it. */
  readonly origin: string
  readonly now: number
  readonly signal: AbortSignal
}

/** The message that an account signed for this page. Throws an ApiError with the reason. */
export type VerifySignIn = (signed: SignedText) => Promise<SiwxMessage>

/** Verifies keys of all families locally, and contract accounts through the provider's nodes. */
export function createVerifySignIn(parts: {
  readonly nodes: Pick<Nodes, 'chains'>
  readonly signatures: Signatures
}): VerifySignIn {
  const { nodes, signatures } = parts
  return async ({ text, signature, nonce, origin, now, signal }) => {
    const domain = new URL(origin).host
    const options = { message: text, signature, nonce, domain, now: new Date(now), signal }
    const result = await verify({ ...options, parse: readMessage })
    const message = result.ok ? result.message : await verifyByContract(result.reason)
    // `verify` compares hosts; another scheme is another site too.
    if (new URL(message.uri).origin !== origin) throw signInError('wrong-uri')
    return message

    async function verifyByContract(reason: Parameters<typeof signInError>[0]) {
      const message = readMessage(text)
      if (reason !== 'rpc-required' || !message) throw signInError(reason)
      const { chainId: chain, accountAddress } = message
      if (!nodes.chains.some(({ id }) => id === chain)) throw signInError('rpc-required')
      const address = accountAddress as Hex
      const isSigned = await signatures.verify(
        { chain, address, message: text, signature: signature as Hex },
        signal,
      )
      if (!isSigned) throw signInError('wrong-signature')
      return message
    }
  }
}
