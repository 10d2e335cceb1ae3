import { type Cacao, formatSignInMessage, type SignInCheck } from '@latchkey/pairing/session'
import { isNetworkId } from '@latchkey/wire/caip'
import { parseSiwxMessage } from '@latchkey/wire/siwx'
import type { SiwxSession } from '../../core/siwx/siwx.js'
import type { Widget } from '../../core/widget.js'
import { verifyEip155 } from '../../siwx/verifiers/eip155.js'
import { createChainReader } from '../../siwx/verifiers/readChain.js'

/** Verifies a sign-in of a wallet: by its key, or by the contract of a smart account. */
export async function verifySignIn(
  { cacao, issuer, message: text }: SignInCheck,
  { network, signal }: Pick<Widget['stores'], 'network'> & Pick<Widget, 'signal'>,
): Promise<boolean> {
  const { chainId } = issuer
  const message = parseSiwxMessage(text)
  if (!message || !isNetworkId(chainId)) return false
  const url = network.get().networks.find(({ id }) => id === chainId)?.rpcUrls[0]
  const isContract = cacao.s.t === 'eip1271'
  const readChain = isContract ? createChainReader(url, chainId, signal) : undefined
  return (await verifyEip155({ message, text, signature: cacao.s.s, readChain })) === 'valid'
}

/** Verified sign-ins as sessions of the site. */
export function toSiwxSessions(cacaos: readonly Cacao[]): readonly SiwxSession[] {
  return cacaos.flatMap(({ p: payload, s: { s: signature } }) => {
    const message = formatSignInMessage(payload)
    const data = parseSiwxMessage(message)
    return data ? [{ data, message, signature }] : []
  })
}
