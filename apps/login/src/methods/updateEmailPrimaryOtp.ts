import { verifyPrimary } from '@latchkey/wire/login/email'
import { assertOtpInPage } from './connectOtp.js'
import type { Frame, Method } from './frame.js'
import { never } from './never.js'
import { resendUpdateCode, updateUnderWay } from './updateEmail.js'

/** The code sent to the old address; the new one gets its own then. */
export const updateEmailPrimaryOtp: Method<'UPDATE_EMAIL_PRIMARY_OTP'> = async (frame, { otp }) => {
  if (otp !== undefined) {
    assertOtpInPage(frame)
    await verify(frame, otp, never)
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
