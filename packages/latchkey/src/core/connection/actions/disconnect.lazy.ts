import { namespaces } from '@latchkey/wire/caip'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { loginConnectorId } from '../../login/login.js'
import { closeModal, navigate } from '../../modal/actions/navigation.js'
import { notify } from '../../modal/actions/notify.js'
import { withBusy } from '../../modal/busy.js'
import { pairingConnectorId } from '../../pairing/pairing.js'
import { withTimeout } from '../../runtime/withTimeout.js'
import { DisconnectError } from '../../runtime/errors/connection.js'
import { WalletTimeoutError } from '../../runtime/errors/wallet.js'
import * as limits from '../../runtime/limits.js'
import * as profileText from '../../text/profile.js'
import type { Widget } from '../../widget.js'
import { type Claims, claimNamespaces } from './claims.js'
import { type Connection, clearConnections, connectionsOf, isActive } from './connections.js'
import type { DisconnectParameters } from './disconnect.js'
import { disconnectStoredConnector } from './disconnectStored.js'
import { openProfileWallets } from './finishConnecting.js'
import { updateConnection } from './updateConnection.js'

export type DisconnectClaimedParameters = DisconnectParameters & {
  /** Of the chain families that are left altogether, as far as that is known. */
  readonly claims: Claims
}

export async function disconnectClaimed(
  widget: Widget,
  { namespace, id, keepOpen = false, claims: given }: DisconnectClaimedParameters,
): Promise<void> {
  const all = [...connectionsOf(widget), ...restoringIn(widget)]
  const meant = all.filter(
    (one) =>
      (namespace ?? one.namespace) === one.namespace && (id ?? one.connectorId) === one.connectorId,
  )
  const leaving = all.filter((one) => meant.includes(one) || meant.some(endsWith(one)))
  const kept = all.flatMap((one) => (leaving.includes(one) ? [] : one.namespace))
  const left = leaving.map((one) => one.namespace).filter((one) => !kept.includes(one))
  const claims = new Map([
    ...claimNamespaces(
      widget,
      left.filter((one) => !given.has(one)),
    ),
    ...given,
  ])
  const outcomes = await withBusy(widget, 'disconnect', () =>
    Promise.allSettled(endings(widget, leaving)),
  )
  const isLatest = [...claims.values()].every((claim) => claim.isCurrent())
  const live = leaving.filter(isLive)
  if (live.some((one) => kept.includes(one.namespace))) stayWithOthers(widget, live, keepOpen)
  else if (isLatest && !keepOpen) closeModal(widget)
  else if (isLatest && keepOpen !== 'here') {
    navigate(widget, { view: 'Connect', params: undefined, how: 'reset' })
  }
  for (const one of live)
    if (!claims.get(one.namespace)?.isCurrent()) removeConnection(widget, { live: one })
  for (const claim of claims.values()) {
    if (claim.isCurrent()) clearConnections(widget, { namespace: claim.namespace })
    claim.settle()
  }

  const errors = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  )
  if (errors.length > 0) {
    const error = new DisconnectError(errors)
    recordEvent(widget, { event: 'DISCONNECT_ERROR', properties: { message: error.message } })
    throw error
  }
  recordEvent(widget, {
    event: 'DISCONNECT_SUCCESS',
    properties: { namespace: namespace ?? 'all' },
  })
}

/** A connection that is still being restored. */
type Restoring = Pick<Connection, 'namespace' | 'connectorId'>

function restoringIn({ stores }: Widget): readonly Restoring[] {
  const state = stores.connection.get()
  return namespaces.flatMap((namespace) => {
    const one = state[namespace]
    return one?.status === 'connecting' ? { namespace, connectorId: one.connectorId } : []
  })
}

function isLive(one: Connection | Restoring): one is Connection {
  return 'session' in one
}

/** A pairing session serves several families at once, and so does a login: they end together. */
function endsWith({ connectorId }: Restoring): (meant: Restoring) => boolean {
  const isShared = [pairingConnectorId, loginConnectorId].includes(connectorId)
  return (meant) => isShared && meant.connectorId === connectorId
}

/** Every live wallet is told; of a session that is being restored the stored one is ended. */
function endings(widget: Widget, leaving: readonly (Connection | Restoring)[]): Promise<void>[] {
  const { clock } = widget.ports
  const live = leaving.filter(isLive)
  const stored = new Set(leaving.filter((one) => !isLive(one)).map((one) => one.connectorId))
  const end = ({ session, wallet }: Connection) => {
    const late = () => new WalletTimeoutError(wallet.name)
    return withTimeout(clock, { limit: limits.disconnectWait, late }, (signal) =>
      session.end({ tellWallet: true, signal }),
    )
  }
  return [
    ...live.map(end),
    ...[...stored].map((connectorId) => disconnectStoredConnector(widget, { connectorId })),
  ]
}

/** Leaves some of the visitor's wallets, who is shown those that are left. */
function stayWithOthers(
  widget: Widget,
  leaving: readonly Connection[],
  keepOpen: DisconnectParameters['keepOpen'],
): void {
  for (const live of leaving) removeConnection(widget, { live })
  if (keepOpen === 'here' || !openProfileWallets(widget)) return
  void notify(widget, { variant: 'success', message: profileText.profile.deleted })
}

export type RemoveConnectionParameters = { readonly live: Connection }

/** Forgets one connection without telling the wallet; the others of its namespace stay. */
export function removeConnection(widget: Widget, { live }: RemoveConnectionParameters): void {
  if (!connectionsOf(widget).delete(live)) return
  void live.session.end({ tellWallet: false })
  if (isActive(widget, live)) widget.sessions.delete(live.namespace)
  updateConnection(widget, { namespace: live.namespace })
}
