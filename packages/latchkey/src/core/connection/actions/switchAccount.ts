import { notify } from '../../modal/actions/notify.js'
import { NotConnectedError } from '../../runtime/errors/connection.js'
import * as profileText from '../../text/profile.js'
import type { Widget } from '../../widget.js'
import type { Account } from '../family.js'
import { connectedIn } from '../selectors.js'

export type SwitchAccountParameters = { readonly account: Pick<Account, 'namespace' | 'address'> }

/**
 * Makes another account of the connected wallet the active one. That lasts over reloads and over
 * whatever the wallet tells, until the wallet itself puts another account first.
 */
export function switchAccount(widget: Widget, { account }: SwitchAccountParameters): void {
  const { namespace, address } = account
  const connection = connectedIn(widget, namespace)
  const session = widget.sessions.get(namespace)
  const chosen = connection?.accounts.find((one) => one.address === address)
  const first = connection?.accounts[0]
  if (!session || !chosen || !first) throw new NotConnectedError()
  session.use(chosen)
  widget.ports.storage.set(`${namespace}:account_choice_cache`, `${first.address} ${address}`)
  widget.stores.connection.set({ [namespace]: { ...connection, active: chosen } })
  void notify(widget, { variant: 'success', message: profileText.profile.switched })
}
