import type { FramePayload, FrameRequestName } from '@latchkey/wire/frame/requests'
import type { LoginConnector } from '../../core/login/login.js'
import type { Widget } from '../../core/widget.js'

export type FrameRequest = LoginConnector['request']
export type FrameRequestOptions = Parameters<FrameRequest>[2]

/** Requests that complete a log-in. */
const logIns: readonly FrameRequestName[] = ['CONNECT_OTP', 'CONNECT_SOCIAL', 'CONNECT_FARCASTER']

/**
 * Signs in to the site with the first read of the user after a log-in, so that no prompt follows. The
 * frame signs one message per log-in. If anything fails, the sign-in view prompts as usual.
 */
export function signInAtLogin(widget: Widget, request: FrameRequest): FrameRequest {
  let isJustLoggedIn = false

  async function readUser(payload: FramePayload<'GET_USER'>, options: FrameRequestOptions) {
    const isFirst = isJustLoggedIn
    isJustLoggedIn = false
    const { network } = widget.stores
    const canSign = widget.siwx && network.get().activeNamespace === 'eip155'
    const lazy = isFirst && canSign ? await loadSignIn(widget) : undefined
    return lazy
      ? lazy.readUserAndSignIn(widget, { request, payload, options })
      : request('GET_USER', payload, options)
  }

  return async (name, payload, options) => {
    if (name === 'GET_USER') {
      return (await readUser(payload as FramePayload<'GET_USER'>, options)) as never
    }
    const result = await request(name, payload, options)
    if (logIns.includes(name)) isJustLoggedIn = true
    if (name === 'SIGN_OUT') isJustLoggedIn = false
    return result
  }
}

async function loadSignIn({ ports }: Widget) {
  try {
    return await import('./signInAtLogin.lazy.js')
  } catch (error) {
    ports.log.warn('Could not sign in to the site with the log-in', error)
    return undefined
  }
}
