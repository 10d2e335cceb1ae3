import { namespaces } from '@latchkey/wire/caip'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { loginConnectorId } from '../../login/login.js'
import { closeModal, navigate } from '../../modal/actions/navigation.js'
import { notify } from '../../modal/actions/notify.js'
import { withBusy } from '../../modal/actions/withBusy.js'
import { pairingConnectorId } from '../../pairing/store.js'
import { DisconnectError } from '../../runtime/errors/connection.js'
import { WalletTimeoutError } from '../../runtime/errors/wallet.js'
import * as limits from '../../runtime/limits.js'
import { withTimeout } from '../../runtime/withTimeout.js'
import { signOutsOf } from '../../siwx/signOuts.js'
import * as profileText from '../../text/profile.js'
import type { Widget } from '../../widget.js'
import { type Claims, claimNamespaces } from './claims.js'
import { type Connection, clearConnections, connectionsOf, isActive } from './connections.js'
import type { DisconnectParameters } from './disconnect.js'
import { disconnectStoredConnector } from './disconnectStored.js'
import { openProfileWallets } from './finishConnecting.js'
import { updateConnection } from './updateConnection.js'

export type DisconnectClaimedParameters = DisconnectParameters & {
  /** Claims that `disconnect` already has. */
  readonly claims: Claims
}

/** The lazily loaded half of `disconnect`. */
export async function disconnectClaimed(
  widget: Widget,
  { namespace, id, keepOpen = false, claims: existing }: DisconnectClaimedParameters,
): Promise<void> {
  const all = [...connectionsOf(widget), ...getReconnecting(widget)]
  const requested = all.filter(
    (one) =>
      (namespace ?? one.namespace) === one.namespace && (id ?? one.connectorId) === one.connectorId,
  )
  const leaving = all.filter((one) => requested.includes(one) || requested.some(isSharedWith(one)))
  const remaining = all.flatMap((one) => (leaving.includes(one) ? [] : one.namespace))
  const emptied = leaving.map((one) => one.namespace).filter((one) => !remaining.includes(one))
  const claims = new Map([
    ...claimNamespaces(
      widget,
      emptied.filter((one) => !existing.has(one)),
    ),
    ...existing,
  ])
  const outcomes = await withBusy(widget, 'disconnect', () =>
    Promise.allSettled(endAll(widget, leaving)),
  )
  const isLatest = [...claims.values()].every((claim) => claim.isCurrent())
  const open = leaving.filter(isOpen)
  if (open.some((one) => remaining.includes(one.namespace))) showRemaining(widget, open, keepOpen)
  else if (isLatest && !keepOpen) closeModal(widget)
  else if (isLatest && keepOpen !== 'here') {
    navigate(widget, { view: 'Connect', params: undefined, how: 'reset' })
  }
  for (const one of open) {
    if (!claims.get(one.namespace)?.isCurrent()) removeConnection(widget, { connection: one })
  }
  for (const claim of claims.values()) {
    if (claim.isCurrent()) clearConnections(widget, { namespace: claim.namespace })
    claim.settle()
  }
  await waitForSignOuts(widget)

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

/** Waits for pending sign-outs, but not longer than a disconnect may take. */
async function waitForSignOuts(widget: Widget): Promise<void> {
  const { pending } = signOutsOf(widget)
  if (pending.size === 0) return
  const done = new AbortController()
  const limit = widget.ports.clock.sleep(limits.disconnectWait, done.signal).catch(() => undefined)
  await Promise.race([Promise.all(pending), limit])
  done.abort()
}

/** A connection that is still being restored. */
type Reconnecting = Pick<Connection, 'namespace' | 'connectorId'>

function getReconnecting({ stores }: Widget): readonly Reconnecting[] {
  const state = stores.connection.get()
  return namespaces.flatMap((namespace) => {
    const one = state[namespace]
    return one?.status === 'connecting' ? { namespace, connectorId: one.connectorId } : []
  })
}

function isOpen(one: Connection | Reconnecting): one is Connection {
  return 'session' in one
}

/** Pairing sessions and log-ins serve several namespaces at once, which end together. */
function isSharedWith({ connectorId }: Reconnecting): (requested: Reconnecting) => boolean {
  const isShared = [pairingConnectorId, loginConnectorId].includes(connectorId)
  return (requested) => isShared && requested.connectorId === connectorId
}

/** Ends open sessions, and the stored session of a connection that is still being restored. */
function endAll(widget: Widget, leaving: readonly (Connection | Reconnecting)[]): Promise<void>[] {
  const { clock } = widget.ports
  const open = leaving.filter(isOpen)
  const stored = new Set(leaving.filter((one) => !isOpen(one)).map((one) => one.connectorId))
  const end = ({ session, wallet }: Connection) => {
    const late = () => new WalletTimeoutError(wallet.name)
    return withTimeout(clock, { limit: limits.disconnectWait, late }, (signal) =>
      session.end({ notifyWallet: true, signal }),
    )
  }
  return [
    ...open.map(end),
    ...[...stored].map((connectorId) => disconnectStoredConnector(widget, { connectorId })),
  ]
}

/** Some wallets of the namespace stay connected: shows the list of them. */
function showRemaining(
  widget: Widget,
  leaving: readonly Connection[],
  keepOpen: DisconnectParameters['keepOpen'],
): void {
  for (const connection of leaving) removeConnection(widget, { connection })
  if (keepOpen === 'here' || !openProfileWallets(widget)) return
  void notify(widget, { variant: 'success', message: profileText.profile.deleted })
}

export type RemoveConnectionParameters = { readonly connection: Connection }

/** Removes one connection without notifying the wallet; the others of its namespace stay. */
export function removeConnection(widget: Widget, { connection }: RemoveConnectionParameters): void {
  if (!connectionsOf(widget).delete(connection)) return
  const { namespace, session } = connection
  void session.end({ notifyWallet: false })
  if (isActive(widget, connection)) widget.sessions.delete(namespace)
  updateConnection(widget, { namespace })
}
