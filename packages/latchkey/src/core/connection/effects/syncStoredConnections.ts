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
 * Stores the connected wallets and syncs them with other tabs, if the site allows several. All tabs have
 * the same wallets; the active one is per tab. Runs from the first connection on.
 */
export function syncStoredConnections(widget: Widget): void {
  const { storage } = widget.ports
  const { connection, settings } = widget.stores
  const isOn = () => settings.get().remoteFeatures.multiWallet

  /** Also while the feature is off: a wallet disconnected then must not come back later. */
  const isStored = () => isOn() || storage.get('connections') !== undefined

  function save(state: ConnectionState, previous: ConnectionState) {
    if (!isStored()) return
    for (const namespace of namespaces) {
      if (state[namespace] === previous[namespace]) continue
      const now = getWalletConnections(state, namespace)
      const disconnectedIds = getWalletConnections(previous, namespace)
        .map(({ connectorId }) => connectorId)
        .filter((id) => !now.some(({ connectorId }) => connectorId === id))
      if (isOn()) saveConnections(widget, namespace, now)
      saveDisconnectedIds(widget, namespace, {
        connectedIds: now.map(({ connectorId }) => connectorId),
        disconnectedIds,
      })
    }
  }

  const stops = [
    connection.subscribe(save),
    storage.watch((key) => {
      if (!/^(connections|disconnected_connector_ids)$/.test(key) || !isOn()) return
      storedRevisionOf(widget).set(({ revision }) => ({ revision: revision + 1 }))
      const disconnectedIds = readDisconnectedIds(widget)
      for (const one of connectionsOf(widget)) {
        if (disconnectedIds[one.namespace]?.includes(one.connectorId)) {
          removeConnection(widget, { connection: one })
        }
      }
      void restoreOthers(widget)
    }),
    // The provider's settings arrive later than the first connection.
    settings.subscribe((state, previous) => {
      if (state.remoteFeatures.multiWallet === previous.remoteFeatures.multiWallet) return
      save(connection.get(), {})
      void restoreOthers(widget)
    }),
  ]
  widget.signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
    // `destroy` ends the active ones.
    for (const one of connectionsOf(widget)) {
      if (!isActive(widget, one)) void one.session.end({ notifyWallet: false })
    }
  })
}

async function restoreOthers(widget: Widget): Promise<void> {
  try {
    const { reconnectOthers } = await import('../actions/reconnectOthers.js')
    await reconnectOthers(widget)
  } catch (error) {
    widget.ports.log.warn('Could not restore further wallets', error)
  }
}

function getWalletConnections(
  state: ConnectionState,
  namespace: Namespace,
): readonly WalletConnection[] {
  const one = getConnectionState(state, namespace)
  return one.status === 'connected' ? [one, ...(one.others ?? [])] : []
}

function saveConnections(
  widget: Widget,
  namespace: Namespace,
  now: readonly WalletConnection[],
): void {
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

function saveDisconnectedIds(
  widget: Widget,
  namespace: Namespace,
  {
    connectedIds,
    disconnectedIds,
  }: {
    readonly connectedIds: readonly ConnectorId[]
    readonly disconnectedIds: readonly ConnectorId[]
  },
): void {
  const stored = readDisconnectedIds(widget)
  const before = stored[namespace] ?? []
  const next = [...new Set([...before, ...disconnectedIds])].filter(
    (id) => !connectedIds.includes(id),
  )
  if (next.join() !== before.join()) writeDisconnectedIds(widget, { ...stored, [namespace]: next })
}

/**
 * Stores the network of every connected namespace, on sites with several namespaces.
 * `persistConnection` stores the network of the active namespace.
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

/** Restores the network of a namespace that is not the active one. */
export function restoreNetwork({ stores: { network }, ports }: Widget, namespace: Namespace): void {
  const state = network.get()
  const id = ports.storage.get(`${namespace}:network_cache`)
  const stored = state.networks.find((one) => one.id === id && one.namespace === namespace)
  if (!stored || namespace === state.activeNamespace) return
  network.set({ active: { ...state.active, [namespace]: stored.id } })
}
