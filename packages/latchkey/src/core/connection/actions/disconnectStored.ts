import { namespaces } from '@latchkey/wire/caip'
import type { Widget } from '../../widget.js'
import type { ConnectorId } from '../family.js'
import { endStored } from './endStored.js'

/** Ends what an earlier page left connected, where the site wants no reconnecting (specification §4). */
export async function disconnectStored(widget: Widget): Promise<void> {
  const { storage } = widget.ports
  const stored = new Set<ConnectorId>()
  for (const namespace of namespaces) {
    const connectorId = storage.get(`${namespace}:connected_connector_id`)
    if (connectorId !== undefined) stored.add(connectorId)
    storage.remove(`${namespace}:connected_connector_id`)
  }
  storage.set('connected_namespaces', [])
  storage.set('connection_status', 'disconnected')
  await Promise.all([...stored].map((connectorId) => endStored(widget, { connectorId })))
}
