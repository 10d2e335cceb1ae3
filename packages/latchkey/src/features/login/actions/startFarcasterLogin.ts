import { finishConnecting } from '../../../core/connection/actions/finishConnecting.js'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import { openLoginConnector } from '../../../core/login/actions/loginSession.js'
import { withBusy } from '../../../core/modal/actions/withBusy.js'
import { withAttempt } from '../../../core/runtime/attempt.js'
import { isWidgetError } from '../../../core/runtime/errors/WidgetError.js'
import type { Widget } from '../../../core/widget.js'
import { isCancelled, toSocialError } from '../loginErrors.js'
import { loginFlow } from '../store.js'
import { finishLogin } from './finishLogin.js'

export type StartFarcasterLoginParameters = { readonly signal?: AbortSignal | undefined }

const provider = 'farcaster'

/** Shows a QR code for the Farcaster app and connects once it is accepted there. */
export async function startFarcasterLogin(
  widget: Widget,
  { signal }: StartFarcasterLoginParameters = {},
): Promise<void> {
  const flow = loginFlow(widget)
  recordEvent(widget, { event: 'SOCIAL_LOGIN_STARTED', properties: { provider } })
  flow.set({ farcaster: { phase: 'preparing', url: undefined, error: undefined } })
  try {
    await withBusy(widget, 'login', () =>
      withAttempt(widget, 'login', (attempt) => run(widget, attempt), signal),
    )
    flow.set({ farcaster: undefined })
    finishConnecting(widget)
  } catch (cause) {
    const isRejected = isWidgetError(cause, 'login/rejected')
    if ((isCancelled(cause) && !isRejected) || signal?.aborted) {
      if (!widget.attempts.has('login')) flow.set({ farcaster: undefined })
      throw cause
    }
    const error = isWidgetError(cause, 'login/off') ? cause : toSocialError(cause, 'farcaster')
    flow.set({ farcaster: { phase: 'failed', url: undefined, error } })
    const properties = { provider, message: error.message }
    recordEvent(widget, { event: 'SOCIAL_LOGIN_ERROR', properties })
    throw error
  }
}

async function run(widget: Widget, signal: AbortSignal): Promise<void> {
  const flow = loginFlow(widget)
  const connector = await openLoginConnector(widget)
  const { url } = await connector.request('GET_FARCASTER_URI', undefined, { signal })
  flow.set({ farcaster: { phase: 'waiting', url, error: undefined } })
  await connector.request('CONNECT_FARCASTER', undefined, { signal })
  flow.set({ farcaster: { phase: 'retrieving', url, error: undefined } })
  recordEvent(widget, { event: 'SOCIAL_LOGIN_REQUEST_USER_DATA', properties: { provider } })
  await finishLogin(widget, { social: provider, signal })
}
