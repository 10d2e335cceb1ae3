import { verifyEmail } from '@latchkey/wire/login/email'
import { ApiError } from '../api/apiError.js'
import { neverAborts } from '../api/timeout.js'
import { LoginError } from '../loginError.js'
import { getStartedEmail, resendCode } from './connectEmail.js'
import type { Frame, Method } from './frame.js'
import { offerPasskey } from './openWallet.js'

/** Asks for the mailed code in the frame, or takes it from a page that may ask for it. */
export const connectOtp: Method<'CONNECT_OTP'> = async (frame, { otp }) => {
  if (otp !== undefined) {
    assertOtpInPage(frame)
    await verify(frame, otp, neverAborts)
    return undefined
  }
  return frame.shown.join('otp', async (signal) => {
    const flow = await getStartedEmail(frame, signal)
    await frame.screens.code(
      {
        purpose: 'login',
        email: flow.email,
        sent: flow,
        verify: (code, ending) => verify(frame, code, ending),
        resend: (ending) => resendCode(frame, ending),
      },
      signal,
    )
    await offerPasskey(frame, signal)
    return undefined
  })
}

async function verify(frame: Frame, code: string, signal: AbortSignal): Promise<void> {
  const flow = frame.flows.email
  if (!flow) throw new ApiError('flow-unknown')
  const { flowId, secret } = flow
  const session = await frame.api(verifyEmail, { flowId, secret, code }, { signal })
  await frame.account.enter(session)
  frame.flows.email = undefined
}

/** Every script in the page can read such a code, so the project must allow it. */
export function assertOtpInPage(frame: Frame): void {
  if (frame.otpInPage) return
  throw new LoginError({ code: 'not-allowed', message: 'Codes are typed in the login frame' })
}
