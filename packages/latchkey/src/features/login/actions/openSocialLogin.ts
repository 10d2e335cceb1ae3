import type { FrameSocialProvider } from '@latchkey/wire/frame/requests'
import type { SocialProvider } from '../../../core/config/features.js'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import type { LoginConnector } from '../../../core/login/login.js'
import { getLoginWindow, redirectsForLogin } from '../../../core/login/loginWindow.js'
import { openLoginConnector } from '../../../core/login/openLoginConnector.js'
import { navigate } from '../../../core/modal/actions/navigation.js'
import { NoLoginError, SocialLoginError } from '../../../core/runtime/errors/login.js'
import type { Popup } from '../../../core/runtime/ports.js'
import type { Widget } from '../../../core/widget.js'
import { awaitResult, loginOrigin, storeRedirectState } from '../socialResult.js'
import { loginFlow, type SocialFlow } from '../store.js'
import { connectSocial, withSocialAttempt } from './connectSocial.js'

export type OpenSocialLoginParameters = { readonly provider: SocialProvider }

/**
 * Begins a login at a social provider. The window opens at once, in the press that asked for it: later
 * no browser lets it. On phones and in Telegram the whole page goes there and comes back.
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
      ? leavePage(widget, { connector, provider, signal })
      : logInBeside(widget, { connector, provider, popup, signal })
  })
}

type Login = {
  readonly connector: LoginConnector
  readonly provider: FrameSocialProvider
  readonly signal: AbortSignal
}

async function logInBeside(
  widget: Widget,
  { popup, ...login }: Login & { readonly popup: Popup | undefined },
): Promise<'connected'> {
  const { connector, provider, signal } = login
  // What the frame shows of this login, a number to compare, goes with it.
  const giveUp = () => void connector.request('RPC_ABORT', undefined).catch(() => undefined)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    const uri = await askAddress(widget, login)
    popup?.go(uri)
    show(widget, popup ? { provider, phase: 'waiting' } : { provider, phase: 'blocked', uri })
    const result = await awaitResult(widget, { connector, popup, signal })
    await connectSocial(widget, { connector, provider, result, signal })
    return 'connected'
  } finally {
    signal.removeEventListener('abort', giveUp)
    popup?.close()
  }
}

async function leavePage(widget: Widget, login: Login): Promise<'left'> {
  const { page } = widget.ports
  const uri = await askAddress(widget, login, page.address())
  storeRedirectState(widget, { provider: login.provider, uri })
  page.leaveFor(uri)
  // Whoever comes back by the browser's own button finds a way on.
  show(widget, { provider: login.provider, phase: 'waiting' })
  return 'left'
}

/** Where the window goes: always a page of the login site, which leads on to the provider. */
async function askAddress(
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
