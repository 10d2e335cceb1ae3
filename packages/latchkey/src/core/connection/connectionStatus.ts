import type { Namespace } from '@latchkey/wire/caip'
import { UnknownStatusError } from '../runtime/errors/connection.js'
import type { ConnectorId } from './family.js'
import type { ConnectionState } from './store.js'

/** How one connector stands (specification §4): `active` is the one the visitor acts with now. */
export type ConnectorStatus = 'active' | 'connected' | 'disconnected'

export function connectorStatus(
  state: ConnectionState,
  { id, namespace }: { readonly id: ConnectorId; readonly namespace: Namespace },
  activeNamespace: Namespace,
): ConnectorStatus {
  const connection = state[namespace]
  if (connection?.status !== 'connected') return 'disconnected'
  if (connection.connectorId === id) return namespace === activeNamespace ? 'active' : 'connected'
  return connection.others?.some((one) => one.connectorId === id) ? 'connected' : 'disconnected'
}

/** Whether a connector with that status is in use. A status nobody knows is an error, not a no. */
export function isInUse(status: ConnectorStatus): boolean {
  switch (status) {
    case 'active':
    case 'connected':
      return true
    case 'disconnected':
      return false
    default:
      throw new UnknownStatusError(status)
  }
}
