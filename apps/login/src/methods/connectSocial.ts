import { finishSocial } from '@latchkey/wire/login/social'
import { Refusal } from '../api/refusal.js'
import type { Frame, Method } from './frame.js'
import { never } from './never.js'
import { readUser } from './readUser.js'

/** Ends a social login with what its window brought back, and says who is there. */
export const connectSocial: Method<'CONNECT_SOCIAL'> = async (frame, { uri, ...wanted }) => {
  await finishLogin(frame, uri)
  const { authProvider: _, ...user } = await readUser(frame, wanted)
  return user
}

/**
 * Spends the ticket in an address of this site, if it belongs to the login this frame began. One that
 * has been spent here already is no matter while that login lasts.
 */
export async function finishLogin(frame: Frame, uri: string): Promise<void> {
  const result = readResult(frame, uri)
  const flow = await frame.socialFlow.get()
  if (!flow || flow.flowId !== result.flowId) {
    if (frame.flows.finished === result.flowId && (await isSignedIn(frame))) return
    throw new Refusal('login-failed')
  }
  const { flowId, secret } = flow
  const { ticket } = result
  // Spent, whatever comes of it: a second try is a second login.
  await frame.socialFlow.set(undefined)
  const session = await frame.api(finishSocial, { flowId, secret, ticket }, { signal: never })
  await frame.account.enter(session)
  frame.flows.finished = flowId
}

function readResult(frame: Frame, uri: string): { flowId: string; ticket: string } {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  const isOurs = url?.origin === frame.loginOrigin && url.pathname === '/social'
  const flowId = url?.searchParams.get('flow')
  const ticket = url?.searchParams.get('ticket')
  if (!isOurs || !flowId || !ticket || url.searchParams.has('error') || url.username) {
    throw new Refusal('login-failed')
  }
  return { flowId, ticket }
}

async function isSignedIn(frame: Frame): Promise<boolean> {
  return frame.account.signedIn().then(
    () => true,
    () => false,
  )
}
