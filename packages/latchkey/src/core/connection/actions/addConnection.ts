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
  /** Leaves the active connection of the namespace, if there is one, the active one. */
  readonly beside?: boolean | undefined
}

/**
 * Takes over a live session: the one place where a namespace becomes connected. Answers false, and ends
 * the session, when a later step owns the namespace.
 */
export function addConnection(
  widget: Widget,
  { claim, beside, ...mine }: AddConnectionParameters,
): boolean {
  if (!claim.isCurrent()) {
    void mine.session.end({ tellWallet: false })
    return false
  }
  if (!beside) claim.settle()
  const live = connectionsOf(widget)
  const { namespace, session } = mine
  getOrCreate(widget, syncStoredConnections)
  getOrCreate(widget, persistNetworks)
  for (const one of live) if (isReplaced(widget, one, mine)) leave(widget, one, mine)
  live.add(mine)
  if (!beside || !widget.sessions.has(namespace)) widget.sessions.set(namespace, session)

  const lose = () => removeConnection(widget, { live: mine })
  session.on('change', () => {
    if (session.accounts().length === 0) lose()
    else if (live.has(mine)) updateConnection(widget, { namespace })
  })
  session.on('ended', lose)
  updateConnection(widget, { namespace })
  return true
}

/** A wallet connects once; and of several in a namespace all but the newest go, unless the site keeps them. */
function isReplaced({ stores }: Widget, one: Connection, by: Connection): boolean {
  if (one.namespace !== by.namespace) return false
  return one.connectorId === by.connectorId || !stores.settings.get().remoteFeatures.multiWallet
}

/**
 * The wallet left behind is told, but nobody waits for it. The same wallet asked again is not: it would
 * take back what it has just granted. Nor is one that goes on serving another family.
 */
function leave(widget: Widget, one: Connection, by: Connection): void {
  const live = connectionsOf(widget)
  live.delete(one)
  if (isActive(widget, one)) widget.sessions.delete(one.namespace)
  if (one.session === by.session) return
  const goesOn = [...live, by].some(({ connectorId }) => connectorId === one.connectorId)
  one.session
    .end({ tellWallet: !goesOn, signal: widget.signal })
    .catch((error: unknown) => widget.ports.log.warn('A wallet could not be told', error))
}

/** What every session of a namespace is given, whichever way its wallet was reached. */
export function getAttachParameters(
  widget: Widget,
  namespace: Namespace,
): Pick<AttachParameters, 'network' | 'networks' | 'ports' | 'journal' | 'holdingsMoved'> {
  return {
    network: getPreferredNetwork(widget, namespace),
    networks: () => getNetworks(widget.stores.network.get(), namespace),
    ports: widget.ports,
    journal: async () => (await import('../../account/journal/createJournal.js')).journalOf(widget),
    holdingsMoved: async () =>
      (await import('../../account/portfolio/invalidateHoldings.js')).refreshActive(
        widget,
        namespace,
      ),
  }
}

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
  const current = getConnection(widget, namespace)
  return current !== undefined && current.connectorId !== connectorId
}
