import type { InputOf } from '@latchkey/wire/http/endpoint'
import { finishSocial } from '@latchkey/wire/login/social'
import { ApiError } from '../api/apiError.js'
import type { SocialFlow } from '../session/flows.js'
import type { Frame, Method } from './frame.js'
import { offerPasskey, openWallet } from './openWallet.js'
import { readUser } from './readUser.js'

/** Completes a social log-in and returns the user. The page's `uri` only names the log-in. */
export const connectSocial: Method<'CONNECT_SOCIAL'> = async (frame, { uri, ...options }) => {
  await frame.shown.join('social', async (signal) => {
    await finishLogin(frame, uri, signal)
    await openWallet(frame, signal)
    await offerPasskey(frame, signal)
  })
  const { authProvider: _, ...user } = await readUser(frame, options)
  return user
}

/** Waits for the window to complete the log-in, or asks for the number it shows. */
export async function finishLogin(frame: Frame, uri: string, signal: AbortSignal): Promise<void> {
  const flowId = readResult(frame, uri)
  if (frame.flows.finished === flowId && (await isSignedIn(frame))) return
  const flow = await frame.socialFlow.get()
  if (flow?.flowId !== flowId) throw new ApiError('login-failed')
  await promptForNumber(frame, flow, signal)
}

/** Uses the window's ticket. The page names the log-in. */
export async function finishWithTicket(
  frame: Frame,
  flow: SocialFlow,
  ticket: string,
): Promise<void> {
  // The ticket is single-use, so stop waiting for the window.
  await frame.socialFlow.set(undefined)
  await finish(frame, flow, { kind: 'ticket', ticket })
}

/** The window found no frame, so the visitor types the number it shows. */
export async function promptForNumber(
  frame: Frame,
  flow: SocialFlow,
  signal: AbortSignal,
): Promise<void> {
  const { provider } = flow
  const verify = (number: string) => finish(frame, flow, { kind: 'number', number })
  await frame.screens.number({ provider, verify }, signal)
}

type Proof = InputOf<typeof finishSocial>['proof']

async function finish(frame: Frame, flow: SocialFlow, proof: Proof): Promise<void> {
  const { flowId, secret } = flow
  const { signal } = new AbortController()
  const session = await frame.api(finishSocial, { flowId, secret, proof }, { signal })
  await frame.socialFlow.set(undefined)
  await frame.account.enter(session)
  frame.flows.finished = flowId
  frame.notify('SOCIAL_RESULT', { uri: `${frame.loginOrigin}/social?flow=${flowId}` })
}

function readResult(frame: Frame, uri: string): string {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  const isOurs = url?.origin === frame.loginOrigin && url.pathname === '/social'
  const flowId = url?.searchParams.get('flow')
  if (!isOurs || !flowId || url.searchParams.has('error') || url.username) {
    throw new ApiError('login-failed')
  }
  return flowId
}

async function isSignedIn(frame: Frame): Promise<boolean> {
  return frame.account.signedIn().then(
    () => true,
    () => false,
  )
}
