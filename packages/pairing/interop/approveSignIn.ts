import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import type { ReferenceClient } from './referenceClients.js'
import { account } from './scope.js'

export type ApproveSignInOptions = {
  /** What the wallet supports. */
  readonly chains: readonly string[]
  readonly methods: readonly string[]
  /** The chains to sign for, one message each. */
  readonly on?: readonly string[]
  /** Replaces fields of what is signed. */
  readonly change?: object
}

/** The user of a reference wallet signs every sign-in. Returns the signed texts. */
export function approveSignIn(
  wallet: ReferenceClient,
  { chains, methods, on = ['eip155:1'], change = {} }: ApproveSignInOptions,
): readonly string[] {
  const texts: string[] = []
  wallet.on('session_authenticate', async ({ id, params: { authPayload } }) => {
    const supported = { authPayload, chains: [...chains], methods: [...methods] }
    const request = { ...populateAuthPayload(supported), ...change }
    const auths = []
    for (const chain of on) {
      const iss = `did:pkh:${chain}:${account.address}`
      const message = wallet.formatAuthMessage({ request, iss })
      texts.push(message)
      const s = await account.signMessage({ message })
      auths.push(buildAuthObject(request, { t: 'eip191', s }, iss))
    }
    await wallet.approveSessionAuthenticate({ id, auths })
  })
  return texts
}
