import { namespaces } from '@latchkey/wire/caip'
import type { Widget } from '../../widget.js'

/** Writes down what is connected and which network is active, so that a reload can take it up. */
export function persistConnection(widget: Widget): () => void {
  const { storage } = widget.ports
  const { connection, network } = widget.stores

  const stopConnection = connection.subscribe((state, previous) => {
    for (const namespace of namespaces) {
      const now = state[namespace]
      if (now === previous[namespace]) continue
      if (now?.status === 'connected') {
        storage.set(`${namespace}:connected_connector_id`, now.connectorId)
      } else if (now?.status === 'disconnected') {
        storage.remove(`${namespace}:connected_connector_id`)
      }
    }
    const connected = namespaces.filter((namespace) => state[namespace]?.status === 'connected')
    storage.set('connected_namespaces', connected)
    storage.set('connection_status', connected.length > 0 ? 'connected' : 'disconnected')
  })

  const stopNetwork = network.subscribe(({ activeNamespace, active }) => {
    const id = active[activeNamespace]
    storage.set('active_namespace', activeNamespace)
    if (id) storage.set('active_caip_network_id', id)
  })

  return () => {
    stopConnection()
    stopNetwork()
  }
}
