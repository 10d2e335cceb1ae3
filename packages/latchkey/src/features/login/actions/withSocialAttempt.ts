import type { SocialProvider } from '../../../core/config/features.js'
import { finishConnecting } from '../../../core/connection/actions/finishConnecting.js'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import { withBusy } from '../../../core/modal/busy.js'
import { withAttempt } from '../../../core/runtime/attempt.js'
import { toWidgetError } from '../../../core/runtime/errors/unexpected.js'
import type { Widget } from '../../../core/widget.js'
import { isGivenUp } from '../isGivenUp.js'
import { loginFlow } from '../store.js'

/** Runs a social login, shows how it ended and closes when it worked. Never rejects. */
export async function withSocialAttempt(
  widget: Widget,
  provider: SocialProvider,
  run: (signal: AbortSignal) => Promise<'connected' | 'left'>,
): Promise<void> {
  const flow = loginFlow(widget)
  try {
    const outcome = await withBusy(widget, 'login', () => withAttempt(widget, 'login', run))
    if (outcome === 'left') return
    flow.set({ social: undefined })
    finishConnecting(widget)
  } catch (error) {
    // A newer attempt has the stage already.
    if (widget.attempts.has('login')) return
    if (isGivenUp(error)) {
      flow.set({ social: undefined })
      return
    }
    const shown = toWidgetError(error)
    flow.set({ social: { provider, phase: 'failed', uri: undefined, error: shown } })
    const properties = { provider, message: shown.message }
    recordEvent(widget, { event: 'SOCIAL_LOGIN_ERROR', properties })
  }
}
