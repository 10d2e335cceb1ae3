import type { Namespace } from '@latchkey/wire/caip'
import type { Widget } from '../widget.js'
import { type ConnectionState, connectionOf, type NamespaceConnection } from './store.js'

export type Connected = Extract<NamespaceConnection, { status: 'connected' }>

/** The connection of a namespace, the active one by default, if it is up. */
export function connectedIn(widget: Widget, namespace?: Namespace): Connected | undefined {
  const { connection, network } = widget.stores
  const state = connectionOf(connection.get(), namespace ?? network.get().activeNamespace)
  return state.status === 'connected' ? state : undefined
}

export function isAnyConnected(state: ConnectionState): boolean {
  return Object.values(state).some((connection) => connection.status === 'connected')
}
