import { type Cacao, formatSignInMessage, type SignInCheck } from '@latchkey/pairing/session'
import { isNetworkId, namespaceOf } from '@latchkey/wire/caip'
import { parseSiwxMessage } from '@latchkey/wire/siwx'
import { getNetworkById } from '../../core/network/store.js'
import type { SiwxSession } from '../../core/siwx/siwx.js'
import type { Widget } from '../../core/widget.js'

/** Verifies a sign-in of a wallet: by its key, or by the contract of a smart account. */
export async function verifySignIn(
  { families, stores, signal }: Widget,
  { cacao, issuer, message }: SignInCheck,
): Promise<boolean> {
  const { chainId } = issuer
  const address = parseSiwxMessage(message)?.accountAddress
  if (address === undefined || !isNetworkId(chainId)) return false
  const adapter = await families.get(namespaceOf(chainId))?.loadAdapter()
  const isContract = cacao.s.t === 'eip1271'
  const network = isContract ? getNetworkById(stores.network.get(), chainId) : undefined
  const signed = { message, signature: cacao.s.s, address, networkId: chainId, network, signal }
  return (await adapter?.verifyMessage(signed)) === 'valid'
}

/** Verified sign-ins as sessions of the site. */
export function toSiwxSessions(cacaos: readonly Cacao[]): readonly SiwxSession[] {
  return cacaos.flatMap(({ p: payload, s: { s: signature } }) => {
    const message = formatSignInMessage(payload)
    const data = parseSiwxMessage(message)
    return data ? [{ data, message, signature }] : []
  })
}
