import type { Namespace } from '@latchkey/wire/caip'
import { notify } from '../../modal/actions/notify.js'
import { NotConnectedError } from '../../runtime/errors/connection.js'
import * as profileText from '../../text/profile.js'
import type { Widget } from '../../widget.js'
import type { Account, ConnectorId } from '../family.js'
import { getConnection } from '../store.js'
import { isSameAddress } from '../storedConnections.js'
import { connectionsOf } from './connections.js'
import { updateConnection } from './updateConnection.js'

export type SwitchConnectionParameters = {
  readonly namespace: Namespace
  readonly connectorId: ConnectorId
  /** One of the wallet's accounts; its first by default. */
  readonly address?: string | undefined
}

/** Makes another connected wallet, or another account of it, the active one. Does not prompt. */
export function switchConnection(
  widget: Widget,
  { namespace, connectorId, address }: SwitchConnectionParameters,
): void {
  const { storage } = widget.ports
  const connection = [...connectionsOf(widget)].find(
    (one) => one.namespace === namespace && one.connectorId === connectorId,
  )
  const accounts = connection?.session.accounts() ?? []
  const [first] = accounts
  const chosen =
    address === undefined ? first : accounts.find((one) => isSameAddress(one.address, address))
  if (!connection || !first || !chosen) throw new NotConnectedError()
  storage.set(`${namespace}:account_choice_cache`, `${first.address} ${chosen.address}`)
  widget.sessions.set(namespace, connection.session)
  updateConnection(widget, { namespace })
}

type SwitchAccountParameters = { readonly account: Pick<Account, 'namespace' | 'address'> }

/**
 * Makes another account of the connected wallet the active one. The choice survives reloads, until the
 * wallet itself lists another account first.
 */
export function switchAccount(widget: Widget, { account }: SwitchAccountParameters): void {
  const { namespace, address } = account
  const connection = getConnection(widget, namespace)
  const session = widget.sessions.get(namespace)
  const chosen = connection?.accounts.find((one) => one.address === address)
  const first = connection?.accounts[0]
  if (!session || !chosen || !first) throw new NotConnectedError()
  session.use(chosen)
  widget.ports.storage.set(`${namespace}:account_choice_cache`, `${first.address} ${address}`)
  widget.stores.connection.set({ [namespace]: { ...connection, active: chosen } })
  void notify(widget, { variant: 'success', message: profileText.profile.switched })
}
