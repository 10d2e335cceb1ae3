import { finishConnecting } from '../../connection/actions/finishConnecting.js'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { raiseAlert } from '../../modal/actions/raiseAlert.js'
import { withBusy } from '../../modal/busy.js'
import { withAttempt } from '../../runtime/attempt.js'
import * as alerts from '../../runtime/errors/alerts.js'
import { RelayRefusedError } from '../../runtime/errors/pairing.js'
import { toWidgetError } from '../../runtime/errors/unexpected.js'
import { isWidgetError } from '../../runtime/errors/WidgetError.js'
import { rememberWallet } from '../../wallets/actions/rememberWallet.js'
import type { Widget } from '../../widget.js'
import { adoptPaired, goWhereConnected } from './adoptPaired.js'
import { offerPairing } from './offerPairing.js'
import type { StartPairingParameters, StartPairingReturnType } from './startPairing.js'

/** Pairs with the wallet that takes up an offer. Only pages that pair load this. */
export async function pairWallet(
  widget: Widget,
  { walletId, namespace, signal }: StartPairingParameters,
): Promise<StartPairingReturnType> {
  const { storage } = widget.ports
  storage.remove('pairing_return_link')
  try {
    const paired = await withBusy(widget, 'pairing', () =>
      withAttempt(widget, 'pairing', (attempt) => offerPairing(widget, attempt), signal),
    )
    const required = namespace ?? widget.stores.modal.get().namespace
    const accounts = await adoptPaired(widget, { paired, mode: 'ask', required })
    goWhereConnected(widget, accounts)
    if (walletId !== undefined) rememberWallet(widget, { walletId })
    const method = storage.get('pairing_return_link') ? 'mobile' : 'qrcode'
    recordEvent(widget, { event: 'CONNECT_SUCCESS', properties: { method, name: paired.name } })
    finishConnecting(widget, { namespace: accounts[0]?.namespace })
    return { accounts }
  } catch (error) {
    if (!isReplaced(widget)) conclude(widget, error, signal?.aborted === true)
    throw error
  } finally {
    if (!isReplaced(widget)) storage.remove('pairing_pending')
  }
}

/** Shows how an attempt that led nowhere ended. */
function conclude(widget: Widget, error: unknown, isWithdrawn: boolean): void {
  const { pairing } = widget.stores
  if (isWithdrawn || isWidgetError(error, 'connection/modal-closed')) {
    pairing.set({ phase: 'idle', uri: undefined, expiresAt: undefined })
    return
  }
  if (error instanceof RelayRefusedError && error.isTokenInvalid) {
    raiseAlert(widget, alerts.JWT_TOKEN_NOT_VALID)
  }
  const shown = toWidgetError(error)
  const isRefused = isWidgetError(error, 'connection/user-rejected')
  recordEvent(widget, {
    event: isRefused ? 'USER_REJECTED' : 'CONNECT_ERROR',
    properties: { message: shown.message },
  })
  pairing.set({ phase: isRefused ? 'declined' : 'failed', error: shown })
}

/** A newer attempt is under way: what is shown and stored is its own. */
function isReplaced(widget: Widget): boolean {
  return widget.attempts.has('pairing')
}
