import { isNetworkId, type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import type { FrameUser } from '@latchkey/wire/frame/events'
import type { FramePayload, FrameRequestName } from '@latchkey/wire/frame/requests'
import { addressPlaceholder, type SiwxMessage } from '@latchkey/wire/frame/siwxMessage'
import type { LoginConnector } from '../../core/login/login.js'
import { FrameError } from '../../core/runtime/errors/login.js'
import type { SiwxMessageToSign } from '../../core/siwx/siwx.js'
import type { Widget } from '../../core/widget.js'

type Request = LoginConnector['request']

/** Requests that complete a log-in. */
const logIns: readonly FrameRequestName[] = ['CONNECT_OTP', 'CONNECT_SOCIAL', 'CONNECT_FARCASTER']

/**
 * Signs in to the site with the first read of the user after a log-in, so that no prompt follows. The
 * frame signs one message per log-in. If anything fails, the sign-in view prompts as usual.
 */
export function signInAtLogin(widget: Widget, request: Request): Request {
  const { log } = widget.ports
  let isJustLoggedIn = false

  async function createMessage(chainId: NetworkId): Promise<SiwxMessageToSign | undefined> {
    const isActive = widget.stores.network.get().activeNamespace === 'eip155'
    if (!widget.siwx || !isActive || namespaceOf(chainId) !== 'eip155') return undefined
    try {
      const { createSignInMessage } = await import('../../core/siwx/actions/createSignInMessage.js')
      return await createSignInMessage(widget, { accountAddress: addressPlaceholder, chainId })
    } catch (error) {
      log.warn('Could not sign in to the site with the log-in', error)
      return undefined
    }
  }

  async function addSession(user: FrameUser, asked: SiwxMessageToSign): Promise<void> {
    const { message, signature, siwxMessage } = user
    if (message === undefined || signature === undefined || siwxMessage === undefined) return
    try {
      if (message !== asked.toString().replaceAll(addressPlaceholder, user.address)) {
        throw new FrameError({ message: 'The login page signed another message' })
      }
      const { addSessions } = await import('../../core/siwx/actions/addSessions.js')
      const data = { ...pickFields(asked), accountAddress: user.address, chainId: asked.chainId }
      await addSessions(widget, [{ data, message, signature }])
    } catch (error) {
      log.warn('Could not sign in to the site with the log-in', error)
    }
  }

  async function readUser(
    payload: FramePayload<'GET_USER'>,
    options: Parameters<Request>[2],
  ): Promise<FrameUser> {
    const { chainId } = payload
    const isFirst = isJustLoggedIn
    isJustLoggedIn = false
    const asked = isFirst && isNetworkId(chainId) ? await createMessage(chainId) : undefined
    options?.signal?.throwIfAborted()
    if (!asked) return request('GET_USER', payload, options)
    try {
      const siwxMessage = { ...pickFields(asked), serializedMessage: asked.toString() }
      const user = await request('GET_USER', { ...payload, siwxMessage }, options)
      await addSession(user, asked)
      return user
    } catch (error) {
      if (!(error instanceof FrameError)) throw error
      log.warn('The login page did not sign the message of the site', error)
      return request('GET_USER', payload, options)
    }
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

const fieldNames = [
  ...(['accountAddress', 'chainId', 'domain', 'uri', 'version', 'nonce', 'statement'] as const),
  ...(['resources', 'requestId', 'issuedAt', 'expirationTime', 'notBefore'] as const),
]

/** The fields that the frame knows; it rejects all others. */
function pickFields(message: SiwxMessageToSign): SiwxMessage {
  const defined = fieldNames.filter((name) => message[name] !== undefined)
  return Object.fromEntries(defined.map((name) => [name, message[name]])) as SiwxMessage
}
