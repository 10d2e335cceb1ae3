import { startEmail } from '@latchkey/wire/login/email'
import { ApiError } from '../api/apiError.js'
import { neverAborts } from '../api/timeout.js'
import { lazyImport } from '../lazyImport.js'
import { LoginError } from '../loginError.js'
import { createAbortError } from '../prompts/activeScreens.js'
import type { SentCode } from '../screens/screens.js'
import { createProof, type EmailFlow, type EmailWork } from '../session/flows.js'
import type { Frame, Method } from './frame.js'

const confirmLimit = 3_000
/** A challenge may expire before it is solved; then solve the next one. */
const workRounds = 3

/** Starts a log-in by email, or sends again if the same one is running. */
export const connectEmail: Method<'CONNECT_EMAIL'> = async (frame, { email }) => {
  if (await isSignedInAs(frame, email)) return { action: 'CONNECT' }
  const { flows } = frame
  const running = flows.email
  if (running?.email === email && running.expiresAt > frame.now()) {
    await resendCode(frame, neverAborts)
    return { action: running.action }
  }
  // Another address was entered, so stop waiting for the first code.
  if (running ?? flows.emailWork) frame.shown.abort(createAbortError())
  const begun = { ...(await createProof()), email }
  const response = await requestStart(frame, begun, neverAborts)
  if (response.action !== 'PROVE_WORK') {
    flows.emailWork = undefined
    flows.email = toEmailFlow(begun, response)
    return { action: response.action }
  }
  const { challenge, bits, next } = response
  flows.email = undefined
  flows.emailWork = { ...begun, challenge, bits, action: next }
  // A page that asks for the code itself shows no frame screen, so do the work now.
  if (frame.otpInPage) await frame.shown.run((signal) => getStartedEmail(frame, signal))
  return { action: next }
}

/** The current log-in, after its proof of work is done. */
export async function getStartedEmail(frame: Frame, signal: AbortSignal): Promise<EmailFlow> {
  const { flows } = frame
  const pending = flows.emailWork
  if (pending) {
    const done = new AbortController()
    frame.screens.checking(AbortSignal.any([signal, done.signal]))
    try {
      const flow = toEmailFlow(pending, await startWithWork(frame, pending, pending, signal))
      flows.emailWork = undefined
      // The page cannot handle another step than the announced one.
      if (flow.action !== pending.action) throw new ApiError('flow-unknown')
      flows.email = flow
    } finally {
      done.abort()
    }
  }
  if (!flows.email) throw new ApiError('flow-unknown')
  return flows.email
}

/** Sends another code or link for the current log-in; only the last one is valid. */
export async function resendCode(frame: Frame, signal: AbortSignal): Promise<SentCode> {
  const flow = frame.flows.email
  if (!flow) throw new TypeError('No login is under way')
  const response = await requestStart(frame, flow, signal)
  const again =
    response.action === 'PROVE_WORK' ? await startWithWork(frame, flow, response, signal) : response
  return Object.assign(flow, toEmailFlow(flow, again))
}

type PendingStart = Pick<EmailFlow, 'secret' | 'binding' | 'email'>
type StartResponse = Awaited<ReturnType<typeof requestStart>>
type Started = Exclude<StartResponse, { action: 'PROVE_WORK' }>

function requestStart(
  { api, parentOrigin: origin, deviceKey }: Frame,
  { email, binding }: PendingStart,
  signal: AbortSignal,
  work?: { readonly challenge: string; readonly nonce: number },
) {
  return api(startEmail, { email, binding, origin, deviceKey, work }, { signal })
}

async function startWithWork(
  frame: Frame,
  begun: PendingStart,
  first: Pick<EmailWork, 'challenge' | 'bits'>,
  signal: AbortSignal,
): Promise<Started> {
  const { solveWork } = await lazyImport(import('../code/solveWork.js'))
  let next = first
  for (let round = 0; round < workRounds; round += 1) {
    const work = await solveWork(next, { ...frame, signal })
    const response = await requestStart(frame, begun, signal, work)
    if (response.action !== 'PROVE_WORK') return response
    next = response
  }
  throw new LoginError({ code: 'busy', message: 'Too many logins at the moment. Please try again' })
}

function toEmailFlow({ secret, binding, email }: PendingStart, response: Started): EmailFlow {
  const { flowId, action, expiresAt } = response
  const isCode = response.action === 'VERIFY_OTP'
  return {
    secret,
    binding,
    email,
    flowId,
    action,
    expiresAt,
    number: isCode ? undefined : response.number,
    codeLength: isCode ? response.codeLength : 6,
  }
}

async function isSignedInAs(frame: Frame, email: string): Promise<boolean> {
  const session = await frame.account.confirm(confirmLimit, neverAborts)
  const isByEmail = session?.person.authProvider === 'email'
  return isByEmail && session.person.email?.toLowerCase() === email.toLowerCase()
}
