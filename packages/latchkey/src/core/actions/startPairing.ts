import { withAttempt } from '../attempt.js'
import { withBusy } from '../busy.js'
import { isWidgetError } from '../errors/WidgetError.js'
import type { Account } from '../family.js'
import { offerPairing } from '../offerPairing.js'
import type { Widget } from '../widget.js'
import { adoptPaired } from './adoptPaired.js'
import { closeModal } from './closeModal.js'
import { recordEvent } from './recordEvent.js'
import { rememberWallet } from './rememberWallet.js'

export type StartPairingParameters = {
  /** The listed wallet the visitor chose; undefined for any. */
  readonly walletId?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export type StartPairingReturnType = { readonly accounts: readonly Account[] }

/** Offers a pairing, anew whenever it is about to run out, until a wallet takes it up. */
export async function startPairing(
  widget: Widget,
  { walletId, signal }: StartPairingParameters = {},
): Promise<StartPairingReturnType> {
  const { pairing } = widget.stores
  widget.ports.storage.remove('pairing_return_link')
  pairing.set({ phase: 'preparing', uri: undefined, expiresAt: undefined, error: undefined })
  try {
    const paired = await withBusy(widget, 'pairing', () =>
      withAttempt(widget, 'pairing', (attempt) => offerPairing(widget, attempt), signal),
    )
    const accounts = await adoptPaired(widget, { paired, mode: 'ask' })
    if (walletId !== undefined) rememberWallet(widget, { walletId })
    const method = widget.ports.storage.get('pairing_return_link') ? 'mobile' : 'qrcode'
    recordEvent(widget, { event: 'CONNECT_SUCCESS', properties: { method, name: paired.name } })
    closeModal(widget)
    return { accounts }
  } catch (error) {
    conclude(widget, error)
    throw error
  } finally {
    widget.ports.storage.remove('pairing_pending')
  }
}

/** Shows how an attempt that led nowhere ended. */
function conclude(widget: Widget, error: unknown): void {
  const { pairing } = widget.stores
  const gaveUp = isWidgetError(error, 'connection/modal-closed') || !isWidgetError(error)
  if (gaveUp) {
    pairing.set({ phase: 'idle', uri: undefined, expiresAt: undefined })
    return
  }
  const isRefused = isWidgetError(error, 'connection/user-rejected')
  recordEvent(widget, {
    event: isRefused ? 'USER_REJECTED' : 'CONNECT_ERROR',
    properties: { message: error.message },
  })
  pairing.set({ phase: isRefused ? 'declined' : 'failed', error })
}
