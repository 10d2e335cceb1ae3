import type { FrameFailure } from '@latchkey/wire/frame/events'
import type { LoginErrorReason } from '@latchkey/wire/login/fields'
import { LoginError } from '../loginError.js'

/** The login API rejected a call, with one of its known reasons. */
export class ApiError extends LoginError {
  readonly reason: LoginErrorReason

  constructor(reason: LoginErrorReason, retryAfter?: number) {
    const { code, message } = publicErrors[reason]
    super({
      code,
      message: retryAfter === undefined ? message : `Please try again after ${retryAfter} seconds`,
      ...(retryAfter !== undefined && { retryAfter }),
    })
    this.reason = reason
  }
}

export function isApiError(error: unknown, reason: LoginErrorReason): boolean {
  return error instanceof ApiError && error.reason === reason
}

const publicErrors: Readonly<
  Record<LoginErrorReason, Pick<Required<FrameFailure>, 'code' | 'message'>>
> = {
  'email-invalid': { code: 'invalid-email', message: 'Invalid email' },
  'too-soon': { code: 'too-soon', message: 'Please try again in a moment' },
  'too-many': { code: 'too-many', message: 'Too many tries. Please try again later' },
  'code-wrong': { code: 'code-wrong', message: 'Invalid code' },
  'code-expired': { code: 'code-expired', message: 'This code has expired' },
  'flow-unknown': { code: 'code-expired', message: 'This login has ended. Please start again' },
  'device-refused': { code: 'device-refused', message: 'This device was not approved' },
  'login-failed': { code: 'login-failed', message: 'Failed to connect' },
  'number-wrong': { code: 'login-failed', message: 'The numbers were not the same' },
  'not-signed-in': { code: 'not-signed-in', message: 'Not connected to email or social' },
  'needs-recent-login': { code: 'not-signed-in', message: 'Please log in again first' },
  'needs-approval': {
    code: 'recovery-pending',
    message: 'The wallet has to be approved first',
  },
  'email-taken': { code: 'invalid-request', message: 'This email is in use already' },
  'share-unknown': { code: 'login-failed', message: 'This device holds no part of the wallet' },
  'share-exists': { code: 'login-failed', message: 'This account has a wallet already' },
  'signature-wrong': { code: 'login-failed', message: 'The wallet could not prove its key' },
  'origin-refused': { code: 'not-allowed', message: 'This site is not one of the project' },
}
