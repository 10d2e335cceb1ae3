import type { Namespace } from '@latchkey/wire/caip'
import type { Widget } from '../../widget.js'
import type { Account } from '../family.js'
import type { WalletConnection } from '../store.js'
import { type Connection, clearConnections, connectionsOf, isActive } from './connections.js'

export type UpdateConnectionParameters = { readonly namespace: Namespace }

/**
 * Writes down what a namespace is connected to. Where the active wallet is gone, the first of those
 * kept beside it takes its place.
 */
export function updateConnection(widget: Widget, { namespace }: UpdateConnectionParameters): void {
  const { connection, network } = widget.stores
  const live = [...connectionsOf(widget)].filter((one) => one.namespace === namespace)
  const active = live.find((one) => isActive(widget, one)) ?? live[0]
  const [first] = active?.session.accounts() ?? []
  if (!active || !first) {
    // A newer attempt is under way and shows itself.
    if (connection.get()[namespace]?.status !== 'connecting')
      clearConnections(widget, { namespace })
    return
  }
  const { session } = active
  widget.sessions.set(namespace, session)
  const chosen = chosenAccount(widget, active, first)
  session.use(chosen)
  network.set((state) => ({ active: { ...state.active, [namespace]: session.networkId() } }))
  const others = live.filter((one) => one !== active).map((one) => described(one))
  connection.set({
    [namespace]: {
      status: 'connected',
      ...described(active, chosen),
      ...(others.length > 0 && { others }),
    },
  })
}

/** The visitor's own choice lasts until the wallet puts another account first. */
function chosenAccount(
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

function described(
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
