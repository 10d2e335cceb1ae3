import type { ResponseOf } from '@latchkey/wire/http/endpoint'
import { awaitSocial, startSocial } from '@latchkey/wire/login/social'
import { neverAborts } from '../api/timeout.js'
import { LoginError } from '../loginError.js'
import { createProof, type SocialFlow } from '../session/flows.js'
import { promptForNumber } from './connectSocial.js'
import type { Frame, Method } from './frame.js'
import { poll } from './poll.js'

/** Starts a social log-in and returns the URL for the window. */
export const getSocialRedirectUri: Method<'GET_SOCIAL_REDIRECT_URI'> = async (
  frame,
  { provider, returnTo },
) => {
  if (returnTo !== undefined) assertOfPage(frame, returnTo)
  const { secret, binding } = await createProof()
  const input = {
    provider,
    binding,
    origin: frame.parentOrigin,
    deviceId: frame.deviceId,
    ...(returnTo !== undefined && { returnTo }),
  }
  const { flowId, uri, expiresAt } = await frame.api(startSocial, input, { signal: neverAborts })
  const flow = { flowId, secret, provider, expiresAt }
  await frame.socialFlow.set(flow)
  // For a window that cannot find this frame and pass it the ticket.
  if (returnTo === undefined) {
    frame.shown.run((signal) => watch(frame, flow, signal)).catch(() => undefined)
  }
  return { uri }
}

/** Polls until the log-in ends or another one starts. */
async function watch(frame: Frame, flow: SocialFlow, signal: AbortSignal): Promise<void> {
  const { flowId, secret } = flow
  const end = await poll(frame, signal, {
    request: (options) => frame.api(awaitSocial, { flowId, secret }, options),
    settle: endOf,
    isActive: () => isUnderWay(frame, flow),
  })
  if (!(await isUnderWay(frame, flow))) return
  if (end === 'confirm') return promptForNumber(frame, flow, signal)
  const uri = new URL('/social', frame.loginOrigin)
  uri.search = new URLSearchParams({ flow: flowId, error: end }).toString()
  frame.notify('SOCIAL_RESULT', { uri: uri.href })
}

function endOf(response: ResponseOf<typeof awaitSocial>): string | undefined {
  if (response.state === 'failed') return response.reason
  return response.state === 'waiting' ? undefined : response.state
}

async function isUnderWay(frame: Frame, { flowId, expiresAt }: SocialFlow): Promise<boolean> {
  return (await frame.socialFlow.get())?.flowId === flowId && expiresAt > frame.now()
}

/** A log-in that redirects the whole page may return only to that page. */
function assertOfPage(frame: Frame, returnTo: string): void {
  if (URL.canParse(returnTo) && new URL(returnTo).origin === frame.parentOrigin) return
  throw new LoginError({ code: 'invalid-request', message: 'A login leads back to its own site' })
}
