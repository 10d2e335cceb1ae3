import { verifySecondary } from '@latchkey/wire/login/email'
import { neverAborts } from '../api/timeout.js'
import { assertOtpInPage } from './connectOtp.js'
import type { Frame, Method } from './frame.js'
import { resendUpdateCode, updateUnderWay } from './updateEmail.js'

const confirmLimit = 3_000

/** Verifies the code sent to the new address, which then replaces the old one. */
export const updateEmailSecondaryOtp: Method<'UPDATE_EMAIL_SECONDARY_OTP'> = async (
  frame,
  { otp },
) => {
  if (otp !== undefined) {
    assertOtpInPage(frame)
    return verify(frame, otp, neverAborts)
  }
  return frame.shown.join('update-secondary', async (signal) => {
    const flow = updateUnderWay(frame)
    let changed = { newEmail: flow.email }
    await frame.screens.code(
      {
        purpose: 'update-secondary',
        email: flow.email,
        sent: flow,
        verify: async (code, ending) => {
          changed = await verify(frame, code, ending)
        },
        resend: (ending) => resendUpdateCode(frame, ending),
      },
      signal,
    )
    return changed
  })
}

async function verify(
  frame: Frame,
  code: string,
  signal: AbortSignal,
): Promise<{ newEmail: string }> {
  const { flowId, secret } = updateUnderWay(frame)
  const { call } = await frame.account.signedIn()
  const changed = await call(verifySecondary, { flowId, secret, code }, signal)
  frame.flows.update = undefined
  // Reloads the user to get the new address.
  await frame.account.confirm(confirmLimit, neverAborts)
  return changed
}
