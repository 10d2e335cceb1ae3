import { addressText, startEmailUpdate, verifyPrimary } from '@latchkey/wire/login/email'
import { ApiError } from '../api/apiError.js'
import { neverAborts } from '../api/timeout.js'
import type { SentCode } from '../screens/screens.js'
import { createProof, type UpdateFlow } from '../session/flows.js'
import { assertOtpInPage } from './connectOtp.js'
import type { Frame, Method } from './frame.js'

/** Verifies the code sent to the old address; then a code is sent to the new one. */
export const updateEmailPrimaryOtp: Method<'UPDATE_EMAIL_PRIMARY_OTP'> = async (frame, { otp }) => {
  if (otp !== undefined) {
    assertOtpInPage(frame)
    await verify(frame, otp, neverAborts)
    return undefined
  }
  return frame.shown.join('update-primary', async (signal) => {
    const flow = updateUnderWay(frame)
    const { session } = await frame.account.signedIn()
    await frame.screens.code(
      {
        purpose: 'update-primary',
        email: session.person.email ?? '',
        sent: flow,
        verify: (code, ending) => verify(frame, code, ending),
        resend: (ending) => resendUpdateCode(frame, ending),
      },
      signal,
    )
    return undefined
  })
}

async function verify(frame: Frame, code: string, signal: AbortSignal): Promise<void> {
  const flow = updateUnderWay(frame)
  const { flowId, secret } = flow
  const { call } = await frame.account.signedIn()
  const sent = await call(verifyPrimary, { flowId, secret, code }, signal)
  Object.assign(flow, sent, { action: 'VERIFY_SECONDARY_OTP' })
}

/** Starts a change of address: first a code to the old one, then one to the new one. */
export const updateEmail: Method<'UPDATE_EMAIL'> = async (frame, { email }) => {
  const running = frame.flows.update
  if (running?.email === email && running.expiresAt > frame.now()) {
    await resendUpdateCode(frame, neverAborts)
    return { action: running.action }
  }
  const proof = await createProof()
  const started = await requestUpdate(frame, { email, binding: proof.binding }, neverAborts)
  frame.flows.update = { ...proof, email, ...started }
  return { action: started.action }
}

export async function resendUpdateCode(frame: Frame, signal: AbortSignal): Promise<SentCode> {
  const flow = updateUnderWay(frame)
  return Object.assign(flow, await requestUpdate(frame, flow, signal))
}

async function requestUpdate(
  { account, frameKey }: Frame,
  { email, binding }: Pick<UpdateFlow, 'email' | 'binding'>,
  signal: AbortSignal,
) {
  const { call, session } = await account.signedIn()
  const { accountId } = session.person
  const signature = await frameKey.sign(addressText({ accountId, email, binding }))
  return call(startEmailUpdate, { email, binding, signature }, signal)
}

export function updateUnderWay({ flows }: Frame): UpdateFlow {
  if (!flows.update) throw new ApiError('flow-unknown')
  return flows.update
}
