import type { SocialProvider } from '../../../core/config/features.js'
import { finishConnecting } from '../../../core/connection/actions/finishConnecting.js'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import type { LoginConnector } from '../../../core/login/login.js'
import { withBusy } from '../../../core/modal/busy.js'
import { withAttempt } from '../../../core/runtime/attempt.js'
import { toWidgetError } from '../../../core/runtime/errors/interface.js'
import { SocialLoginError } from '../../../core/runtime/errors/login.js'
import type { Widget } from '../../../core/widget.js'
import { isGivenUp, toSocialError } from '../loginErrors.js'
import { loginFlow } from '../store.js'
import { concludeLogin } from './finishLogin.js'

/** Takes up what a provider's window came back with, and connects. */
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
  const fault = result.searchParams.get('error')
  if (fault !== null) {
    throw new SocialLoginError(fault === 'abandoned' ? 'popup-closed' : 'not-connected')
  }
  loginFlow(widget).set({
    social: { provider, phase: 'retrieving', uri: undefined, error: undefined },
  })
  recordEvent(widget, { event: 'SOCIAL_LOGIN_REQUEST_USER_DATA', properties: { provider } })
  try {
    await connector.request('CONNECT_SOCIAL', { uri: result.href }, { signal })
    await concludeLogin(widget, { social: provider, signal })
  } catch (cause) {
    signal.throwIfAborted()
    throw toSocialError(cause, 'not-connected')
  }
}

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
