import type { FrameSocialProvider } from '@latchkey/wire/frame/requests'
import type { SocialProvider } from '../../../core/config/features.js'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import { openLoginConnector } from '../../../core/login/actions/loginSession.js'
import type { LoginConnector } from '../../../core/login/login.js'
import { getLoginWindow, redirectsForLogin } from '../../../core/login/loginWindow.js'
import { navigate } from '../../../core/modal/actions/navigation.js'
import { NoLoginError, SocialLoginError } from '../../../core/runtime/errors/login.js'
import type { Popup } from '../../../core/runtime/ports.js'
import type { Widget } from '../../../core/widget.js'
import { loginOrigin, storeRedirectState, waitForResult } from '../socialResult.js'
import { loginFlow, type SocialFlow } from '../store.js'
import { connectSocial, withSocialAttempt } from './connectSocial.js'

export type OpenSocialLoginParameters = { readonly provider: SocialProvider }

/**
 * Starts a social log-in. Call it inside the click: browsers block popups opened later. On phones and in
 * Telegram the page itself is redirected.
 */
export function openSocialLogin(widget: Widget, { provider }: OpenSocialLoginParameters): void {
  if (provider === 'farcaster') {
    navigate(widget, { view: 'ConnectingFarcaster', params: undefined })
    return
  }
  const popup = getLoginWindow(widget)
  recordEvent(widget, { event: 'SOCIAL_LOGIN_STARTED', properties: { provider } })
  show(widget, { provider, phase: 'opening' })
  navigate(widget, { view: 'ConnectingSocial', params: { provider } })
  void withSocialAttempt(widget, provider, async (signal) => {
    if (!widget.config.loginUrl) throw new NoLoginError()
    const connector = await openLoginConnector(widget)
    return redirectsForLogin(widget)
      ? logInByRedirect(widget, { connector, provider, signal })
      : logInByPopup(widget, { connector, provider, popup, signal })
  })
}

type Login = {
  readonly connector: LoginConnector
  readonly provider: FrameSocialProvider
  readonly signal: AbortSignal
}

async function logInByPopup(
  widget: Widget,
  { popup, ...login }: Login & { readonly popup: Popup | undefined },
): Promise<'connected'> {
  const { connector, provider, signal } = login
  // Also closes what the frame shows for this log-in.
  const abort = () => void connector.request('RPC_ABORT', undefined).catch(() => undefined)
  signal.addEventListener('abort', abort, { once: true })
  try {
    const uri = await fetchLoginUri(widget, login)
    popup?.navigate(uri)
    show(widget, popup ? { provider, phase: 'waiting' } : { provider, phase: 'blocked', uri })
    const result = await waitForResult(widget, { connector, popup, signal })
    await connectSocial(widget, { connector, provider, result, signal })
    return 'connected'
  } finally {
    signal.removeEventListener('abort', abort)
    popup?.close()
  }
}

async function logInByRedirect(widget: Widget, login: Login): Promise<'left'> {
  const { page } = widget.ports
  const uri = await fetchLoginUri(widget, login, page.address())
  storeRedirectState(widget, { provider: login.provider, uri })
  page.navigate(uri)
  // For visitors who come back with the browser's back button.
  show(widget, { provider: login.provider, phase: 'waiting' })
  return 'left'
}

/** A page of the login site that redirects to the provider. */
async function fetchLoginUri(
  widget: Widget,
  { connector, provider, signal }: Login,
  returnTo?: string,
): Promise<string> {
  try {
    const payload = { provider, ...(returnTo !== undefined && { returnTo }) }
    const { uri } = await connector.request('GET_SOCIAL_REDIRECT_URI', payload, { signal })
    if (new URL(uri).origin === loginOrigin(widget)) return uri
  } catch (cause) {
    signal.throwIfAborted()
    throw new SocialLoginError('not-started', { cause })
  }
  throw new SocialLoginError('not-started')
}

function show(
  widget: Widget,
  { provider, phase, uri }: Pick<SocialFlow, 'provider' | 'phase'> & { readonly uri?: string },
): void {
  loginFlow(widget).set({ social: { provider, phase, uri, error: undefined } })
}
