import { InvalidSessionError } from '../../core/runtime/errors/siwxSession.js'
import { isWidgetError } from '../../core/runtime/errors/WidgetError.js'
import type { SignInFailure } from '../../core/siwx/store.js'
import type { Widget } from '../../core/widget.js'

/** What the view says about an error. */
export function toFailure({ ports }: Widget, error: unknown): SignInFailure {
  if (isWidgetError(error, 'connection/user-rejected')) return 'rejected'
  if (isWidgetError(error, 'wallet/wrong-signer')) return 'wrong-account'
  if (error instanceof InvalidSessionError && error.reason === 'wrong-signature') {
    return 'wrong-account'
  }
  return ports.page.isOnline() ? 'failed' : 'offline'
}
