import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import { goBack } from '../../../core/modal/actions/navigation.js'
import { currentRoute } from '../../../core/modal/store.js'
import { cancelAttempt } from '../../../core/runtime/attempt.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Widget } from '../../../core/widget.js'
import { joiningOf } from '../socialResult.js'
import { loginFlow } from '../store.js'
import { openSocialLogin } from './openSocialLogin.js'

/** Gives a social login up and goes back to the choice of ways. */
export function cancelSocialLogin(widget: Widget): void {
  const provider = loginFlow(widget).get().social?.provider
  endSocialLogin(widget)
  if (provider) recordEvent(widget, { event: 'SOCIAL_LOGIN_CANCELED', properties: { provider } })
  if (currentRoute(widget.stores.router.get()).view === 'ConnectingSocial') goBack(widget)
}

/** The visitor turned away from a social login. Nothing when none is under way. */
export function endSocialLogin(widget: Widget): void {
  const flow = loginFlow(widget)
  if (!flow.get().social) return
  cancelAttempt(widget, 'login')
  flow.set({ social: undefined })
}

/** Opens the window that was blocked, or begins anew. To be called in the press itself. */
export function retrySocialLogin(widget: Widget): void {
  const flow = loginFlow(widget)
  const { social } = flow.get()
  if (!social) return
  const { provider, uri, phase } = social
  const { join } = joiningOf(widget)
  if (phase !== 'blocked' || !uri || !join) {
    openSocialLogin(widget, { provider })
    return
  }
  // Some pages may open windows and yet are given no hold of them: the frame tells how that one ends.
  join(widget.ports.page.openPopup(uri, limits.socialPopup))
  flow.set({ social: { ...social, phase: 'waiting' } })
}
