import { namespaces } from '@latchkey/wire/caip'
import type { Widget } from '../../widget.js'
import { claimNamespace } from '../actions/claims.js'
import { clearConnections } from '../actions/connections.js'
import { reconnect } from '../actions/reconnect.js'
import { getConnectionState } from '../store.js'

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

/** A connection made or ended in another tab of the site is made or ended here too. */
export function syncTabs(widget: Widget): () => void {
  const { storage } = widget.ports

  return storage.watch((key) => {
    const namespace = namespaces.find((one) => key === `${one}:connected_connector_id`)
    if (!namespace) return
    const there = storage.get(`${namespace}:connected_connector_id`)
    const here = getConnectionState(widget.stores.connection.get(), namespace)
    // A restore gives way to what another tab did since; the visitor's own attempt goes on.
    const isOutdated =
      here.status === 'connecting' &&
      here.connectorId !== there &&
      !widget.attempts.has(`connect:${namespace}`)
    if (isOutdated) claimNamespace(widget, namespace).settle()
    if (there === undefined) {
      if (isOutdated || here.status === 'connected') clearConnections(widget, { namespace })
    } else if (isOutdated || here.status === 'disconnected') {
      void reconnect(widget)
    }
  })
}
