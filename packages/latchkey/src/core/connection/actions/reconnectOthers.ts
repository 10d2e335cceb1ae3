import type { Namespace } from '@latchkey/wire/caip'
import { connectLogin } from '../../login/actions/connectLogin.js'
import { openLoginConnector } from '../../login/actions/loginSession.js'
import { loginConnectorId } from '../../login/login.js'
import { getNetworks } from '../../network/store.js'
import { connectPaired } from '../../pairing/actions/connectPaired.js'
import { pairingConnectorId } from '../../pairing/store.js'
import { getOrCreate, type Widget } from '../../widget.js'
import { syncStoredConnections } from '../effects/syncStoredConnections.js'
import type { ConnectorId } from '../family.js'
import { getConnectionState } from '../store.js'
import { readDisconnectedIds, readStoredConnections } from '../storedConnections.js'
import { type Claim, type Claims, getCurrentClaim } from './claims.js'
import { hasConnection } from './connections.js'
import { reconnectAnnounced } from './reconnectAnnounced.js'

/**
 * Restores further wallets of an earlier page or another tab, without prompting. The active ones stay
 * active. A wallet that cannot be restored stays among the recent ones. Never rejects.
 */
export async function reconnectOthers(widget: Widget): Promise<void> {
  getOrCreate(widget, syncStoredConnections)
  const { multiWallet } = widget.stores.settings.get().remoteFeatures
  if (!multiWallet || !widget.config.reconnect) return
  const pending = getOrCreate(widget, createPending)
  for (const [connectorId, namespaces] of getMissing(widget)) {
    if (pending.has(connectorId)) continue
    const restoring = restore(widget, connectorId, namespaces).catch((error: unknown) =>
      widget.ports.log.warn(`Could not restore the connection to ${connectorId}`, error),
    )
    pending.set(connectorId, restoring)
    void restoring.then(() => pending.delete(connectorId))
  }
  await Promise.all(pending.values())
}

function createPending(): Map<ConnectorId, Promise<void>> {
  return new Map()
}

/** Connectors that another tab has, or an earlier page had, and this page has not. */
function getMissing(widget: Widget): ReadonlyMap<ConnectorId, readonly Namespace[]> {
  const stored = readStoredConnections(widget)
  const found = new Map<ConnectorId, Namespace[]>()
  for (const namespace of widget.families.keys()) {
    for (const { connectorId } of stored[namespace] ?? []) {
      if (!isMissing(widget, namespace, connectorId)) continue
      found.set(connectorId, [...(found.get(connectorId) ?? []), namespace])
    }
  }
  return found
}

function isMissing(widget: Widget, namespace: Namespace, connectorId: ConnectorId): boolean {
  // A pending connection goes first, because it becomes the active one.
  const { status } = getConnectionState(widget.stores.connection.get(), namespace)
  const isDisconnected = readDisconnectedIds(widget)[namespace]?.includes(connectorId) === true
  return (
    !hasConnection(widget, namespace, connectorId) &&
    status !== 'connecting' &&
    !isDisconnected &&
    !widget.signal.aborted
  )
}

async function restore(
  widget: Widget,
  connectorId: ConnectorId,
  namespaces: readonly Namespace[],
): Promise<void> {
  const claims = new Map(
    namespaces.map((namespace) => [namespace, claimOther(widget, namespace, connectorId)]),
  )
  if (connectorId === pairingConnectorId) return restorePaired(widget, claims)
  if (connectorId === loginConnectorId) return restoreLogin(widget, claims)
  await Promise.all(
    [...claims.values()].map((claim) =>
      reconnectAnnounced(widget, { claim, connectorId, makeActive: false }),
    ),
  )
}

/** Valid until the next step in the namespace, or until another tab changes this wallet. */
function claimOther(widget: Widget, namespace: Namespace, connectorId: ConnectorId): Claim {
  const claim = getCurrentClaim(widget, namespace)
  return {
    ...claim,
    isCurrent: () => claim.isCurrent() && isMissing(widget, namespace, connectorId),
  }
}

async function restorePaired(widget: Widget, claims: Claims): Promise<void> {
  if (!widget.config.pairing) return
  const paired = await (await widget.pairing()).restore()
  const { network } = widget.stores
  const fresh = [...claims].filter(
    ([namespace]) => !paired?.isStale(getNetworks(network.get(), namespace).map(({ id }) => id)),
  )
  if (!paired || fresh.length === 0) return
  await connectPaired(widget, { paired, mode: 'silent', claims: new Map(fresh), makeActive: false })
}

async function restoreLogin(widget: Widget, claims: Claims): Promise<void> {
  if (!widget.config.loginUrl) return
  const { signal } = widget
  const connector = await openLoginConnector(widget)
  const { isConnected } = await connector.request('IS_CONNECTED', {}, { signal })
  if (isConnected) await connectLogin(widget, { signal, claims, makeActive: false })
}
