import type { Namespace } from '@latchkey/wire/caip'
import { getDefaultNetwork } from '../../network/store.js'
import { getOrCreate, type Widget } from '../../widget.js'
import type { ChainSession, ConnectorId } from '../family.js'
import {
  disconnected,
  type EmbeddedWalletInfo,
  getConnectionState,
  type WalletInfo,
} from '../store.js'

/** An open connection: the active one of its namespace, or another wallet of the same namespace. */
export type Connection = {
  readonly namespace: Namespace
  readonly connectorId: ConnectorId
  readonly wallet: WalletInfo
  readonly session: ChainSession
  /** Only for the embedded wallet; read again when the session changes. */
  readonly embedded?: (() => EmbeddedWalletInfo | undefined) | undefined
}

/** All open connections, oldest first. `widget.sessions` has the active one of each namespace. */
export function connectionsOf(widget: Widget): Set<Connection> {
  return getOrCreate(widget, createConnections)
}

function createConnections(): Set<Connection> {
  return new Set()
}

export function isActive({ sessions }: Widget, { namespace, session }: Connection): boolean {
  return sessions.get(namespace) === session
}

export function hasConnection(
  widget: Widget,
  namespace: Namespace,
  connectorId: ConnectorId,
): boolean {
  return [...connectionsOf(widget)].some(
    (one) => one.namespace === namespace && one.connectorId === connectorId,
  )
}

export type ClearConnectionsParameters = { readonly namespace: Namespace }

/**
 * Drops the connections of a namespace without notifying the wallets, and goes back to the default
 * network (specification §4).
 */
export function clearConnections(widget: Widget, { namespace }: ClearConnectionsParameters): void {
  const { connection, network } = widget.stores
  const connections = connectionsOf(widget)
  widget.sessions.delete(namespace)
  for (const one of connections) {
    if (one.namespace !== namespace) continue
    connections.delete(one)
    void one.session.end({ notifyWallet: false })
  }
  widget.ports.storage.remove(`${namespace}:account_choice_cache`)
  if (getConnectionState(connection.get(), namespace) === disconnected) return
  connection.set({ [namespace]: disconnected })
  widget.ports.storage.remove(`${namespace}:network_cache`)
  const state = network.get()
  const id = getDefaultNetwork(state, namespace)?.id
  if (id) network.set({ active: { ...state.active, [namespace]: id } })
}
