import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import { goBack } from '../../../core/modal/actions/goBack.js'
import { currentRoute } from '../../../core/modal/router.js'
import type { Widget } from '../../../core/widget.js'
import { loginFlow } from '../store.js'
import { endSocialLogin } from './endSocialLogin.js'

/** Gives a social login up and goes back to the choice of ways. */
export function cancelSocialLogin(widget: Widget): void {
  const provider = loginFlow(widget).get().social?.provider
  endSocialLogin(widget)
  if (provider) recordEvent(widget, { event: 'SOCIAL_LOGIN_CANCELED', properties: { provider } })
  if (currentRoute(widget.stores.router.get()).view === 'ConnectingSocial') goBack(widget)
}
