import { type Namespace, namespaces } from '@latchkey/wire/caip'
import type { Widget } from '../../widget.js'
import { connectionsOf, isActive } from '../actions/connections.js'
import { removeConnection } from '../actions/disconnect.lazy.js'
import type { ConnectorId } from '../family.js'
import { type ConnectionState, getConnectionState, type WalletConnection } from '../store.js'
import {
  readDisconnectedIds,
  readStoredConnections,
  storedRevisionOf,
  toStoredConnection,
  writeDisconnectedIds,
  writeStoredConnections,
} from '../storedConnections.js'

/**
 * Keeps the list of wallets beyond this page and in step with other tabs, where the site lets visitors
 * have several: each tab has the same wallets, and its own choice among them. Runs from the first
 * connection on.
 */
export function syncStoredConnections(widget: Widget): void {
  const { storage } = widget.ports
  const { connection, settings } = widget.stores
  const isOn = () => settings.get().remoteFeatures.multiWallet

  /** What was left while the feature is off is not to come back when it is on again. */
  const isKept = () => isOn() || storage.get('connections') !== undefined

  function remember(state: ConnectionState, previous: ConnectionState) {
    if (!isKept()) return
    for (const namespace of namespaces) {
      if (state[namespace] === previous[namespace]) continue
      const now = upIn(state, namespace)
      const gone = upIn(previous, namespace)
        .map(({ connectorId }) => connectorId)
        .filter((id) => !now.some(({ connectorId }) => connectorId === id))
      if (isOn()) keepAll(widget, namespace, now)
      noteLeft(widget, namespace, { here: now.map(({ connectorId }) => connectorId), gone })
    }
  }

  const stops = [
    connection.subscribe(remember),
    storage.watch((key) => {
      if (!/^(connections|disconnected_connector_ids)$/.test(key) || !isOn()) return
      storedRevisionOf(widget).set(({ revision }) => ({ revision: revision + 1 }))
      const left = readDisconnectedIds(widget)
      for (const live of connectionsOf(widget)) {
        if (left[live.namespace]?.includes(live.connectorId)) removeConnection(widget, { live })
      }
      void takeUp(widget)
    }),
    // The site's provider may allow several only now.
    settings.subscribe((state, previous) => {
      if (state.remoteFeatures.multiWallet === previous.remoteFeatures.multiWallet) return
      remember(connection.get(), {})
      void takeUp(widget)
    }),
  ]
  widget.signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
    // Whoever ends the widget lets go of the active ones.
    for (const live of connectionsOf(widget)) {
      if (!isActive(widget, live)) void live.session.end({ tellWallet: false })
    }
  })
}

async function takeUp(widget: Widget): Promise<void> {
  try {
    const { reconnectOthers } = await import('../actions/reconnectOthers.js')
    await reconnectOthers(widget)
  } catch (error) {
    widget.ports.log.warn('Further wallets could not be taken up', error)
  }
}

function upIn(state: ConnectionState, namespace: Namespace): readonly WalletConnection[] {
  const one = getConnectionState(state, namespace)
  return one.status === 'connected' ? [one, ...(one.others ?? [])] : []
}

function keepAll(widget: Widget, namespace: Namespace, now: readonly WalletConnection[]): void {
  const stored = readStoredConnections(widget)
  const before = stored[namespace] ?? []
  const idOf = ({ connectorId }: { readonly connectorId: ConnectorId }) => connectorId
  const fresh = now.map((one) =>
    toStoredConnection(
      one,
      before.find((old) => idOf(old) === idOf(one)),
    ),
  )
  const changed = before.map((old) => fresh.find((one) => idOf(one) === idOf(old)) ?? old)
  const added = fresh.filter((one) => !before.some((old) => idOf(old) === idOf(one)))
  const next = { ...stored, [namespace]: [...changed, ...added] }
  if (JSON.stringify(next) !== JSON.stringify(stored)) writeStoredConnections(widget, next)
}

function noteLeft(
  widget: Widget,
  namespace: Namespace,
  { here, gone }: { readonly here: readonly ConnectorId[]; readonly gone: readonly ConnectorId[] },
): void {
  const left = readDisconnectedIds(widget)
  const before = left[namespace] ?? []
  const next = [...new Set([...before, ...gone])].filter((id) => !here.includes(id))
  if (next.join() !== before.join()) writeDisconnectedIds(widget, { ...left, [namespace]: next })
}

/**
 * Keeps beyond this page where every connected family is. The active one's network is kept for all
 * visitors; the others' only from the first connection on, and where there are others.
 */
export function persistNetworks(widget: Widget): void {
  const { connection, network } = widget.stores
  const { storage } = widget.ports
  if (widget.families.size < 2) return
  const stop = network.subscribe(({ active }) => {
    for (const namespace of namespaces) {
      const id = active[namespace]
      const isConnected = getConnectionState(connection.get(), namespace).status === 'connected'
      if (id && isConnected && storage.get(`${namespace}:network_cache`) !== id) {
        storage.set(`${namespace}:network_cache`, id)
      }
    }
  })
  widget.signal.addEventListener('abort', stop)
}

/** Puts a family that is not the active one back where the visitor left it. */
export function restoreNetwork({ stores: { network }, ports }: Widget, namespace: Namespace): void {
  const state = network.get()
  const id = ports.storage.get(`${namespace}:network_cache`)
  const kept = state.networks.find((one) => one.id === id && one.namespace === namespace)
  if (!kept || namespace === state.activeNamespace) return
  network.set({ active: { ...state.active, [namespace]: kept.id } })
}
