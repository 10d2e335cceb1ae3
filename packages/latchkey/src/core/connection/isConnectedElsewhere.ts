import type { Namespace } from '@latchkey/wire/caip'
import type { Widget } from '../widget.js'
import type { ConnectorId } from './family.js'
import { connectedIn } from './selectors.js'

/**
 * Whether a chain family is connected by another connector and is to stay so: what a visitor does
 * with the family they are in leaves the others alone.
 */
export function isConnectedElsewhere(
  widget: Widget,
  namespace: Namespace,
  connectorId: ConnectorId,
): boolean {
  if (namespace === widget.stores.network.get().activeNamespace) return false
  const current = connectedIn(widget, namespace)
  return current !== undefined && current.connectorId !== connectorId
}
