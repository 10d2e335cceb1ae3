import type { Namespace } from '@latchkey/wire/caip'
import { getPreferredNetwork } from '../../network/network.js'
import { getNetworks } from '../../network/store.js'
import { getOrCreate, type Widget } from '../../widget.js'
import { persistNetworks, syncStoredConnections } from '../effects/syncStoredConnections.js'
import type { AttachParameters, ConnectorId } from '../family.js'
import { getConnection } from '../store.js'
import type { Claim } from './claims.js'
import { type Connection, connectionsOf, isActive } from './connections.js'
import { removeConnection } from './disconnect.lazy.js'
import { updateConnection } from './updateConnection.js'

export type AddConnectionParameters = Connection & {
  readonly claim: Claim
  /** True by default. If false, an active connection of the namespace stays active. */
  readonly makeActive?: boolean | undefined
}

/**
 * Adds a connection: the only place where a namespace becomes connected. Returns false, and ends the
 * session, if a later step owns the namespace.
 */
export function addConnection(
  widget: Widget,
  { claim, makeActive = true, ...added }: AddConnectionParameters,
): boolean {
  if (!claim.isCurrent()) {
    void added.session.end({ notifyWallet: false })
    return false
  }
  if (makeActive) claim.settle()
  const connections = connectionsOf(widget)
  const { namespace, session } = added
  getOrCreate(widget, syncStoredConnections)
  getOrCreate(widget, persistNetworks)
  for (const one of connections) if (isReplaced(widget, one, added)) replace(widget, one, added)
  connections.add(added)
  if (makeActive || !widget.sessions.has(namespace)) widget.sessions.set(namespace, session)

  const remove = () => removeConnection(widget, { connection: added })
  session.on('change', () => {
    if (session.accounts().length === 0) remove()
    else if (connections.has(added)) updateConnection(widget, { namespace })
  })
  session.on('ended', remove)
  updateConnection(widget, { namespace })
  return true
}

/** A wallet connects once per namespace. Other wallets stay only if the site allows several. */
function isReplaced({ stores }: Widget, one: Connection, by: Connection): boolean {
  if (one.namespace !== by.namespace) return false
  return one.connectorId === by.connectorId || !stores.settings.get().remoteFeatures.multiWallet
}

/**
 * Notifies the replaced wallet without waiting for it. A wallet that is still in use is not notified: it
 * would revoke what it has just granted.
 */
function replace(widget: Widget, one: Connection, by: Connection): void {
  const connections = connectionsOf(widget)
  connections.delete(one)
  if (isActive(widget, one)) widget.sessions.delete(one.namespace)
  if (one.session === by.session) return
  const isInUse = [...connections, by].some(({ connectorId }) => connectorId === one.connectorId)
  one.session
    .end({ notifyWallet: !isInUse, signal: widget.signal })
    .catch((error: unknown) => widget.ports.log.warn('Could not notify a replaced wallet', error))
}

/** The parameters that are the same for every transport. */
export function getAttachParameters(
  widget: Widget,
  namespace: Namespace,
): Pick<AttachParameters, 'network' | 'networks' | 'ports' | 'journal' | 'onHoldingsChange'> {
  return {
    network: getPreferredNetwork(widget, namespace),
    networks: () => getNetworks(widget.stores.network.get(), namespace),
    ports: widget.ports,
    journal: async () =>
      (await import('../../account/journal/createJournal.js')).getJournal(widget),
    onHoldingsChange: async () =>
      (await import('../../account/portfolio/invalidateHoldings.js')).invalidateActiveHoldings(
        widget,
        namespace,
      ),
  }
}

/**
 * Whether another connector serves this namespace and must keep it: only the connection of the active
 * namespace may be replaced.
 */
export function isConnectedElsewhere(
  widget: Widget,
  namespace: Namespace,
  connectorId: ConnectorId,
): boolean {
  if (namespace === widget.stores.network.get().activeNamespace) return false
  const current = getConnection(widget, namespace)
  return current !== undefined && current.connectorId !== connectorId
}
