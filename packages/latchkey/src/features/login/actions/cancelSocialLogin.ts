import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import { goBack } from '../../../core/modal/actions/navigation.js'
import { currentRoute } from '../../../core/modal/store.js'
import { cancelAttempt } from '../../../core/runtime/attempt.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Widget } from '../../../core/widget.js'
import { popupSlotOf } from '../socialResult.js'
import { loginFlow } from '../store.js'
import { openSocialLogin } from './openSocialLogin.js'

/** Cancels a social log-in and goes back. */
export function cancelSocialLogin(widget: Widget): void {
  const provider = loginFlow(widget).get().social?.provider
  endSocialLogin(widget)
  if (provider) recordEvent(widget, { event: 'SOCIAL_LOGIN_CANCELED', properties: { provider } })
  if (currentRoute(widget.stores.router.get()).view === 'ConnectingSocial') goBack(widget)
}

/** Ends the social log-in in progress, if there is one. */
export function endSocialLogin(widget: Widget): void {
  const flow = loginFlow(widget)
  if (!flow.get().social) return
  cancelAttempt(widget, 'login')
  flow.set({ social: undefined })
}

/** Opens the blocked popup, or starts again. Call it inside the click. */
export function retrySocialLogin(widget: Widget): void {
  const flow = loginFlow(widget)
  const { social } = flow.get()
  if (!social) return
  const { provider, uri, phase } = social
  const { addPopup } = popupSlotOf(widget)
  if (phase !== 'blocked' || !uri || !addPopup) {
    openSocialLogin(widget, { provider })
    return
  }
  // Without a handle on the popup, the frame still reports the result.
  addPopup(widget.ports.page.openPopup(uri, limits.socialPopup))
  flow.set({ social: { ...social, phase: 'waiting' } })
}
