import { type AccountId, type NetworkId, toAccountId } from '@latchkey/wire/caip'
import { getConnection } from '../connection/store.js'
import { getActiveNetwork } from '../network/store.js'
import type { Widget } from '../widget.js'

export type SignInAccount = {
  readonly id: AccountId
  readonly accountAddress: string
  readonly chainId: NetworkId
}

/** The account to sign in with: the active one, on a supported network. */
export function getSignInAccount(widget: Widget): SignInAccount | undefined {
  const network = getActiveNetwork(widget.stores.network.get())
  const address = getConnection(widget)?.active.address
  if (!network || address === undefined) return undefined
  return { id: toAccountId(network.id, address), accountAddress: address, chainId: network.id }
}

/** Whether the visitor has to sign in to stay connected. False until the session is checked. */
export function mustSignIn({ stores }: Widget): boolean {
  const { status, isRequired } = stores.siwx.get()
  return isRequired && (status === 'unsigned' || status === 'signing' || status === 'cancelling')
}
