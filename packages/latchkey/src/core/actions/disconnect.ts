import type { Namespace } from '@latchkey/wire/caip'
import { withBusy } from '../busy.js'
import { withDeadline } from '../deadline.js'
import { DisconnectError } from '../errors/connection.js'
import { WalletTimeoutError } from '../errors/wallet.js'
import * as limits from '../limits.js'
import type { Widget } from '../widget.js'
import { closeModal } from './closeModal.js'
import { dropSession } from './dropSession.js'
import { navigate } from './navigate.js'
import { recordEvent } from './recordEvent.js'

export type DisconnectParameters = {
  /** One chain family; all of them when absent. */
  readonly namespace?: Namespace | undefined
  /** Leaves the modal open: on Connect, or on the view it shows. */
  readonly keepOpen?: boolean | 'here' | undefined
}

/**
 * Ends connections and tells the wallets. However a wallet takes it, after at most three seconds
 * nothing is left of the connection on this side.
 */
export async function disconnect(
  widget: Widget,
  { namespace, keepOpen = false }: DisconnectParameters = {},
): Promise<void> {
  const namespaces = namespace ? sharing(widget, namespace) : [...widget.sessions.keys()]
  const outcomes = await withBusy(widget, 'disconnect', () =>
    Promise.allSettled(namespaces.map((one) => end(widget, one))),
  )
  if (!keepOpen) closeModal(widget)
  else if (keepOpen !== 'here') {
    navigate(widget, { view: 'Connect', params: undefined, how: 'reset' })
  }
  for (const one of namespaces) dropSession(widget, { namespace: one })

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
function sharing(widget: Widget, namespace: Namespace): Namespace[] {
  const state = widget.stores.connection.get()
  const connection = state[namespace]
  if (connection?.status !== 'connected') return [namespace]
  const { type } = connection.wallet
  if (type !== 'WALLET_CONNECT' && type !== 'AUTH') return [namespace]
  return [...widget.sessions.keys()].filter((other) => {
    const one = state[other]
    return one?.status === 'connected' && one.wallet.type === type
  })
}

async function end(widget: Widget, namespace: Namespace): Promise<void> {
  const session = widget.sessions.get(namespace)
  const connection = widget.stores.connection.get()[namespace]
  if (!session) return
  const name = connection?.status === 'connected' ? connection.wallet.name : namespace
  await withDeadline(
    widget.ports.clock,
    { limit: limits.disconnectWait, late: () => new WalletTimeoutError(name) },
    (signal) => session.end({ tellWallet: true, signal }),
  )
}
