import * as limits from '../../../core/runtime/limits.js'
import type { Widget } from '../../../core/widget.js'
import { joiningOf } from '../socialResult.js'
import { loginFlow } from '../store.js'
import { openSocialLogin } from './openSocialLogin.js'

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
