import type { LoginErrorReason } from '@latchkey/wire/login/fields'
import { ApiError, type ApiErrorStatus } from '../../errors/ApiError.js'

const loginErrors: Readonly<Record<LoginErrorReason, readonly [ApiErrorStatus, string]>> = {
  'email-invalid': [400, 'This is not a valid email address.'],
  'too-soon': [429, 'Too soon. Try again later.'],
  'too-many': [429, 'Too many attempts. Try again later.'],
  'code-wrong': [400, 'The code is wrong.'],
  'code-expired': [400, 'The code has expired.'],
  'flow-unknown': [404, 'This login is unknown or has ended.'],
  'device-refused': [403, 'The device was not approved.'],
  'login-failed': [400, 'The login failed.'],
  'number-wrong': [400, 'The number is wrong.'],
  'not-signed-in': [401, 'Not signed in.'],
  'needs-recent-login': [403, 'The login is not recent enough for this.'],
  'needs-approval': [403, 'The person must approve this first.'],
  'email-taken': [409, 'Another account uses this address.'],
  'share-unknown': [404, 'There is no share for this device.'],
  'share-exists': [409, 'The wallet already exists.'],
  'signature-wrong': [403, 'The signature is by another key.'],
  'origin-refused': [403, 'The project does not allow this site.'],
}

/** An error of the login API, with a code that the frame has a text for. */
export function loginError(
  name: LoginErrorReason,
  { retryAfterMs, cause }: { readonly retryAfterMs?: number; readonly cause?: unknown } = {},
): ApiError {
  const [status, description] = loginErrors[name]
  return new ApiError(status, name, description, {
    ...(retryAfterMs !== undefined && { retryAfter: Math.max(1, Math.ceil(retryAfterMs / 1_000)) }),
    ...(cause !== undefined && { cause }),
  })
}
