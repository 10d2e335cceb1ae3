import type { AnswerOf } from '@latchkey/wire/http/endpoint'
import { awaitSocial, startSocial } from '@latchkey/wire/login/social'
import { LoginFault } from '../loginFault.js'
import { newProof, type SocialFlow } from '../session/flows.js'
import type { Frame, Method } from './frame.js'
import { never } from './never.js'
import { waitFor } from './waitFor.js'

/** Begins a social login: the window goes to the address answered. */
export const getSocialRedirectUri: Method<'GET_SOCIAL_REDIRECT_URI'> = async (
  frame,
  { provider, returnTo },
) => {
  if (returnTo !== undefined) assertOfPage(frame, returnTo)
  const { secret, binding } = await newProof()
  const input = {
    provider,
    binding,
    origin: frame.parentOrigin,
    ...(returnTo !== undefined && { returnTo }),
  }
  const { flowId, uri, number, expiresAt } = await frame.api(startSocial, input, { signal: never })
  const flow = { flowId, secret, provider, number, expiresAt }
  await frame.socialFlow.set(flow)
  // A window that can still speak to the page does; this is for one that cannot.
  frame.shown.run((signal) => watch(frame, flow, signal)).catch(() => undefined)
  return { uri }
}

/** Until the login ended one way or the other, or another has begun. */
async function watch(frame: Frame, flow: SocialFlow, signal: AbortSignal): Promise<void> {
  const { flowId, secret, provider, number } = flow
  const done = new AbortController()
  const showing = AbortSignal.any([signal, done.signal])
  let isNumberShown = false
  try {
    const end = await waitFor(frame, signal, {
      ask: (options) => frame.api(awaitSocial, { flowId, secret }, options),
      settle(told) {
        if (told.state === 'confirm' && !isNumberShown) {
          isNumberShown = true
          frame.screens.number({ provider, number }, showing)
        }
        return endOf(told)
      },
      isLive: () => isUnderWay(frame, flow),
    })
    if (!(await isUnderWay(frame, flow))) return
    // In the words in which the window would have told it.
    const uri = new URL('/social', frame.loginOrigin)
    uri.search = new URLSearchParams({ flow: flowId, ...end }).toString()
    frame.notify('SOCIAL_RESULT', { uri: uri.href })
  } finally {
    done.abort()
  }
}

function endOf(told: AnswerOf<typeof awaitSocial>): Record<string, string> | undefined {
  if (told.state === 'done') return { ticket: told.ticket }
  if (told.state === 'failed') return { error: told.reason }
  return told.state === 'abandoned' ? { error: 'abandoned' } : undefined
}

async function isUnderWay(frame: Frame, { flowId, expiresAt }: SocialFlow): Promise<boolean> {
  return (await frame.socialFlow.get())?.flowId === flowId && expiresAt > frame.now()
}

/** A login that takes the whole page leads back to where it came from and nowhere else. */
function assertOfPage(frame: Frame, returnTo: string): void {
  if (URL.canParse(returnTo) && new URL(returnTo).origin === frame.parentOrigin) return
  throw new LoginFault({ code: 'invalid-request', message: 'A login leads back to its own site' })
}
