import { withBusy } from '../busy.js'
import { isActive, type Live, liveIn } from '../connections/live.js'
import { withDeadline } from '../deadline.js'
import { DisconnectError } from '../errors/connection.js'
import { WalletTimeoutError } from '../errors/wallet.js'
import * as limits from '../limits.js'
import * as profileText from '../text/profile.js'
import type { Widget } from '../widget.js'
import { closeModal } from './closeModal.js'
import type { DisconnectParameters } from './disconnect.js'
import { dropSession } from './dropSession.js'
import { navigate } from './navigate.js'
import { notify } from './notify.js'
import { recordEvent } from './recordEvent.js'
import { showConnection } from './showConnection.js'
import { showWallets } from './showWallets.js'

export async function endConnections(
  widget: Widget,
  { namespace, id, keepOpen = false }: DisconnectParameters,
): Promise<void> {
  const all = [...liveIn(widget)]
  const meant = all.filter(
    (one) =>
      (namespace ?? one.namespace) === one.namespace && (id ?? one.connectorId) === one.connectorId,
  )
  const leaving = all.filter((one) => meant.includes(one) || meant.some(endsWith(one)))
  const outcomes = await withBusy(widget, 'disconnect', () =>
    Promise.allSettled(leaving.map((one) => end(widget, one))),
  )
  const kept = all.flatMap((one) => (leaving.includes(one) ? [] : one.namespace))
  const left = [...leaving.map((one) => one.namespace), ...(namespace ? [namespace] : [])]
  if (leaving.some((one) => kept.includes(one.namespace))) {
    stayWithOthers(widget, leaving, keepOpen)
  } else if (!keepOpen) closeModal(widget)
  else if (keepOpen !== 'here') {
    navigate(widget, { view: 'Connect', params: undefined, how: 'reset' })
  }
  for (const one of left) if (!kept.includes(one)) dropSession(widget, { namespace: one })

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

/** A pairing session serves several families at once, and so does a login: they end together. */
function endsWith({ connectorId, wallet }: Live): (meant: Live) => boolean {
  return (meant) => meant.connectorId === connectorId && /^(WALLET_CONNECT|AUTH)$/.test(wallet.type)
}

function end({ ports }: Widget, { session, wallet }: Live): Promise<void> {
  return withDeadline(
    ports.clock,
    { limit: limits.disconnectWait, late: () => new WalletTimeoutError(wallet.name) },
    (signal) => session.end({ tellWallet: true, signal }),
  )
}

/** Leaves some of the visitor's wallets, who is shown those that are left. */
function stayWithOthers(
  widget: Widget,
  leaving: readonly Live[],
  keepOpen: DisconnectParameters['keepOpen'],
): void {
  for (const live of leaving) leaveConnection(widget, { live })
  if (keepOpen === 'here' || !showWallets(widget)) return
  void notify(widget, { variant: 'success', message: profileText.profile.deleted })
}

export type LeaveConnectionParameters = { readonly live: Live }

/** Forgets one connection without telling the wallet; the others of its namespace stay. */
export function leaveConnection(widget: Widget, { live }: LeaveConnectionParameters): void {
  if (!liveIn(widget).delete(live)) return
  void live.session.end({ tellWallet: false })
  if (isActive(widget, live)) widget.sessions.delete(live.namespace)
  showConnection(widget, { namespace: live.namespace })
}
