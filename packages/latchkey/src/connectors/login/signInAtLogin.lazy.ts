import { isNetworkId, namespaceOf } from '@latchkey/wire/caip'
import type { FrameUser } from '@latchkey/wire/frame/events'
import type { FramePayload } from '@latchkey/wire/frame/requests'
import { addressPlaceholder, type SiwxMessage } from '@latchkey/wire/frame/siwxMessage'
import { FrameError } from '../../core/runtime/errors/login.js'
import { addSessions } from '../../core/siwx/actions/addSessions.js'
import { createSignInMessage } from '../../core/siwx/actions/createSignInMessage.js'
import { assertSigned } from '../../core/siwx/assertSigned.js'
import type { SiwxMessageToSign } from '../../core/siwx/siwx.js'
import type { Widget } from '../../core/widget.js'
import type { FrameRequest, FrameRequestOptions } from './signInAtLogin.js'

type ReadUserParameters = {
  readonly request: FrameRequest
  readonly payload: FramePayload<'GET_USER'>
  readonly options: FrameRequestOptions
}

/** Reads the user and has the frame sign the site's message. Rejects only if the user cannot be read. */
export async function readUserAndSignIn(
  widget: Widget,
  { request, payload, options }: ReadUserParameters,
): Promise<FrameUser> {
  const { log } = widget.ports
  const message = await createMessage(widget, payload)
  options?.signal?.throwIfAborted()
  if (!message) return request('GET_USER', payload, options)
  const siwxMessage = { ...pickFields(message), serializedMessage: message.toString() }
  let user: FrameUser
  try {
    user = await request('GET_USER', { ...payload, siwxMessage }, options)
  } catch (error) {
    if (!(error instanceof FrameError)) throw error
    log.warn('The login page did not sign the message of the site', error)
    return request('GET_USER', payload, options)
  }
  try {
    await addSession(widget, user, message)
  } catch (error) {
    log.warn('Could not sign in to the site with the log-in', error)
  }
  return user
}

/** The message for an account that only the frame knows so far. */
async function createMessage(
  widget: Widget,
  { chainId }: FramePayload<'GET_USER'>,
): Promise<SiwxMessageToSign | undefined> {
  if (!isNetworkId(chainId) || namespaceOf(chainId) !== 'eip155') return undefined
  try {
    return await createSignInMessage(widget, { accountAddress: addressPlaceholder, chainId })
  } catch (error) {
    widget.ports.log.warn('Could not sign in to the site with the log-in', error)
    return undefined
  }
}

async function addSession(
  widget: Widget,
  { address, message, signature, siwxMessage }: FrameUser,
  messageToSign: SiwxMessageToSign,
): Promise<void> {
  if (message === undefined || signature === undefined || siwxMessage === undefined) return
  if (message !== messageToSign.toString().replaceAll(addressPlaceholder, address)) {
    throw new FrameError({ message: 'The login page signed another message' })
  }
  const data = {
    ...pickFields(messageToSign),
    accountAddress: address,
    chainId: messageToSign.chainId,
  }
  const session = { data, message, signature }
  await assertSigned(widget, session)
  await addSessions(widget, [session])
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
