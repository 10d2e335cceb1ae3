import type { Namespace } from '@latchkey/wire/caip'
import type { Widget } from '../../widget.js'
import type { Account } from '../family.js'
import type { WalletConnection } from '../store.js'
import { type Connection, clearConnections, connectionsOf, isActive } from './connections.js'

export type UpdateConnectionParameters = { readonly namespace: Namespace }

/**
 * Writes the connections of a namespace to the store. If the active wallet is gone, the oldest of the
 * others becomes active.
 */
export function updateConnection(widget: Widget, { namespace }: UpdateConnectionParameters): void {
  const { connection, network } = widget.stores
  const connections = [...connectionsOf(widget)].filter((one) => one.namespace === namespace)
  const active = connections.find((one) => isActive(widget, one)) ?? connections[0]
  const [first] = active?.session.accounts() ?? []
  if (!active || !first) {
    // A pending attempt writes its own state.
    if (connection.get()[namespace]?.status === 'connecting') return
    clearConnections(widget, { namespace })
    return
  }
  const { session } = active
  widget.sessions.set(namespace, session)
  const chosen = getChosenAccount(widget, active, first)
  session.use(chosen)
  network.set((state) => ({ active: { ...state.active, [namespace]: session.networkId() } }))
  const others = connections.filter((one) => one !== active).map((one) => toWalletConnection(one))
  connection.set({
    [namespace]: {
      status: 'connected',
      ...toWalletConnection(active, chosen),
      ...(others.length > 0 && { others }),
    },
  })
}

/** The visitor's choice is valid until the wallet lists another account first. */
function getChosenAccount(
  { ports }: Widget,
  { namespace, session }: Connection,
  first: Account,
): Account {
  const choice = ports.storage.get(`${namespace}:account_choice_cache`)
  const isChosen = ({ address }: Account) => choice === `${first.address} ${address}`
  const active = session.accounts().find(isChosen) ?? first
  if (active === first) ports.storage.remove(`${namespace}:account_choice_cache`)
  return active
}

function toWalletConnection(
  { connectorId, wallet, session, embedded }: Connection,
  active = session.accounts()[0] as Account,
): WalletConnection {
  return {
    connectorId,
    wallet,
    accounts: session.accounts(),
    active,
    approvedNetworks: session.approvedNetworks(),
    ...(embedded && { embedded: embedded() }),
  }
}
