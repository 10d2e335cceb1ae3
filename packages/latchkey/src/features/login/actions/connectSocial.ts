import type { SocialProvider } from '../../../core/config/features.js'
import { finishConnecting } from '../../../core/connection/actions/finishConnecting.js'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import type { LoginConnector } from '../../../core/login/login.js'
import { withBusy } from '../../../core/modal/actions/withBusy.js'
import { withAttempt } from '../../../core/runtime/attempt.js'
import { toWidgetError } from '../../../core/runtime/errors/interface.js'
import { SocialLoginError } from '../../../core/runtime/errors/login.js'
import type { Widget } from '../../../core/widget.js'
import { isCancelled, toSocialError } from '../loginErrors.js'
import { loginFlow } from '../store.js'
import { finishLogin } from './finishLogin.js'

/** Runs a social log-in and stores its outcome; closes the modal on success. Never rejects. */
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
    // A newer attempt has replaced this one.
    if (widget.attempts.has('login')) return
    if (isCancelled(error)) {
      flow.set({ social: undefined })
      return
    }
    const shown = toWidgetError(error)
    flow.set({ social: { provider, phase: 'failed', uri: undefined, error: shown } })
    const properties = { provider, message: shown.message }
    recordEvent(widget, { event: 'SOCIAL_LOGIN_ERROR', properties })
  }
}

/** Connects with the result of a social log-in. */
export async function connectSocial(
  widget: Widget,
  {
    connector,
    provider,
    result,
    signal,
  }: {
    readonly connector: LoginConnector
    readonly provider: SocialProvider
    readonly result: URL
    readonly signal: AbortSignal
  },
): Promise<void> {
  const errorCode = result.searchParams.get('error')
  if (errorCode !== null) {
    throw new SocialLoginError(errorCode === 'abandoned' ? 'popup-closed' : 'not-connected')
  }
  loginFlow(widget).set({
    social: { provider, phase: 'retrieving', uri: undefined, error: undefined },
  })
  recordEvent(widget, { event: 'SOCIAL_LOGIN_REQUEST_USER_DATA', properties: { provider } })
  try {
    await connector.request('CONNECT_SOCIAL', { uri: result.href }, { signal })
    await finishLogin(widget, { social: provider, signal })
  } catch (cause) {
    signal.throwIfAborted()
    throw toSocialError(cause, 'not-connected')
  }
}
