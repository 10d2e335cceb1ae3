import type { Namespace } from '@latchkey/wire/caip'
import { connectLogin } from '../../login/actions/connectLogin.js'
import { loginConnectorId } from '../../login/login.js'
import { openLoginConnector } from '../../login/openLoginConnector.js'
import { getNetworks } from '../../network/store.js'
import { connectPaired } from '../../pairing/actions/connectPaired.js'
import { pairingConnectorId } from '../../pairing/pairing.js'
import { getOrCreate, type Widget } from '../../widget.js'
import { syncStoredConnections } from '../effects/syncStoredConnections.js'
import type { ConnectorId } from '../family.js'
import { getConnectionState } from '../store.js'
import { readDisconnectedIds, readStoredConnections } from '../storedConnections.js'
import { type Claim, type Claims, getCurrentClaim } from './claims.js'
import { hasConnection } from './connections.js'
import { reconnectAnnounced } from './reconnectAnnounced.js'

/**
 * Takes up what an earlier page or another tab left connected beside the active wallets, without asking
 * anything. What cannot be had now stays among the recent ones. Never rejects.
 */
export async function reconnectOthers(widget: Widget): Promise<void> {
  getOrCreate(widget, syncStoredConnections)
  const { multiWallet } = widget.stores.settings.get().remoteFeatures
  if (!multiWallet || !widget.config.reconnect) return
  const underway = getOrCreate(widget, createUnderway)
  for (const [connectorId, namespaces] of missing(widget)) {
    if (underway.has(connectorId)) continue
    const restoring = restore(widget, connectorId, namespaces).catch((error: unknown) =>
      widget.ports.log.warn(`${connectorId} could not be taken up again`, error),
    )
    underway.set(connectorId, restoring)
    void restoring.then(() => underway.delete(connectorId))
  }
  await Promise.all(underway.values())
}

function createUnderway(): Map<ConnectorId, Promise<void>> {
  return new Map()
}

/** Connectors that are up in a tab, or were when the last one closed, and not here. */
function missing(widget: Widget): ReadonlyMap<ConnectorId, readonly Namespace[]> {
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
  // Whoever is restoring or connecting a namespace comes first: it is to be the active one.
  const { status } = getConnectionState(widget.stores.connection.get(), namespace)
  const hasLeft = readDisconnectedIds(widget)[namespace]?.includes(connectorId) === true
  return (
    !hasConnection(widget, namespace, connectorId) &&
    status !== 'connecting' &&
    !hasLeft &&
    !widget.signal.aborted
  )
}

async function restore(
  widget: Widget,
  connectorId: ConnectorId,
  namespaces: readonly Namespace[],
): Promise<void> {
  const claims = new Map(
    namespaces.map((namespace) => [namespace, claimBeside(widget, namespace, connectorId)]),
  )
  if (connectorId === pairingConnectorId) return restorePaired(widget, claims)
  if (connectorId === loginConnectorId) return restoreLogin(widget, claims)
  await Promise.all(
    [...claims.values()].map((claim) =>
      reconnectAnnounced(widget, { claim, connectorId, beside: true }),
    ),
  )
}

/** Good until the visitor does something with the family, or with this wallet in another tab. */
function claimBeside(widget: Widget, namespace: Namespace, connectorId: ConnectorId): Claim {
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
  await connectPaired(widget, { paired, mode: 'silent', claims: new Map(fresh), beside: true })
}

async function restoreLogin(widget: Widget, claims: Claims): Promise<void> {
  if (!widget.config.loginUrl) return
  const { signal } = widget
  const connector = await openLoginConnector(widget)
  const { isConnected } = await connector.request('IS_CONNECTED', {}, { signal })
  if (isConnected) await connectLogin(widget, { signal, claims, beside: true })
}
