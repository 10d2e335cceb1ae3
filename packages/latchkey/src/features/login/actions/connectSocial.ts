import type { SocialProvider } from '../../../core/config/features.js'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import type { LoginConnector } from '../../../core/login/login.js'
import { SocialLoginError } from '../../../core/runtime/errors/login.js'
import type { Widget } from '../../../core/widget.js'
import { loginFlow } from '../store.js'
import { toSocialError } from '../toSocialError.js'
import { concludeLogin } from './concludeLogin.js'

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
