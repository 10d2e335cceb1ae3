import { getConnection } from '../connection/store.js'
import { recordEvent } from '../events/actions/recordEvent.js'
import { getActiveNetwork } from '../network/store.js'
import type { Widget } from '../widget.js'

type SignInEvent =
  | 'CLICK_SIGN_SIWX_MESSAGE'
  | 'CLICK_CANCEL_SIWX'
  | 'SIWX_AUTH_SUCCESS'
  | 'SIWX_AUTH_ERROR'

/** Records an event with the properties that all sign-in events have. */
export function recordSignInEvent(
  widget: Widget,
  event: SignInEvent,
  more: Readonly<Record<string, unknown>> = {},
): void {
  const network = getActiveNetwork(widget.stores.network.get())?.id
  const isSmartAccount = getConnection(widget)?.active.type === 'smartAccount'
  recordEvent(widget, { event, properties: { network, isSmartAccount, ...more } })
}
