import { namespaces } from '@latchkey/wire/caip'
import type { Widget } from '../../widget.js'
import { claimNamespace } from '../actions/claims.js'
import { clearConnections } from '../actions/connections.js'
import { reconnect } from '../actions/reconnect.js'
import { getConnectionState } from '../store.js'

/** Stores the connections and the active network, so that a reload can restore them. */
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
    storage.set('connected_namespaces', connected.join(','))
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

/** Connects and disconnects with the other tabs of the site. */
export function syncTabs(widget: Widget): () => void {
  const { storage } = widget.ports

  return storage.watch((key) => {
    const namespace = namespaces.find((one) => key === `${one}:connected_connector_id`)
    if (!namespace) return
    const stored = storage.get(`${namespace}:connected_connector_id`)
    const current = getConnectionState(widget.stores.connection.get(), namespace)
    // What another tab did replaces a pending reconnect, but not the visitor's own attempt.
    const isOutdated =
      current.status === 'connecting' &&
      current.connectorId !== stored &&
      !widget.attempts.has(`connect:${namespace}`)
    if (isOutdated) claimNamespace(widget, namespace).settle()
    if (stored === undefined) {
      if (isOutdated || current.status === 'connected') clearConnections(widget, { namespace })
    } else if (isOutdated || current.status === 'disconnected') {
      void reconnect(widget)
    }
  })
}
