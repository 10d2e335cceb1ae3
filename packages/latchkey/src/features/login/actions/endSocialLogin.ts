import { endAttempt } from '../../../core/runtime/attempt.js'
import type { Widget } from '../../../core/widget.js'
import { loginFlow } from '../store.js'

/** The visitor turned away from a social login. Nothing when none is under way. */
export function endSocialLogin(widget: Widget): void {
  const flow = loginFlow(widget)
  if (!flow.get().social) return
  endAttempt(widget, 'login')
  flow.set({ social: undefined })
}
