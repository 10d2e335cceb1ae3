import type { LoginRefusal } from '@latchkey/wire/login/fields'
import { ApiError, type ApiErrorStatus } from '../../errors/ApiError.js'

const loginErrors: Readonly<Record<LoginRefusal, readonly [ApiErrorStatus, string]>> = {
  'email-invalid': [400, 'This is not an email address mail can be sent to.'],
  'too-soon': [429, 'It is too soon to try again.'],
  'too-many': [429, 'There were too many tries.'],
  'code-wrong': [400, 'The code is not right.'],
  'code-expired': [400, 'The code is not valid any more.'],
  'flow-unknown': [404, 'There is no such login under way.'],
  'device-refused': [403, 'The device was not approved.'],
  'login-failed': [400, 'The login did not succeed.'],
  'number-wrong': [400, 'The number is not the one that is shown.'],
  'not-signed-in': [401, 'Nobody is signed in.'],
  'needs-recent-login': [403, 'The login is not recent enough for this.'],
  'needs-approval': [403, 'The person has to approve this first.'],
  'email-taken': [409, 'Another account uses this address.'],
  'share-unknown': [404, 'There is no share for this device.'],
  'share-exists': [409, 'There is a wallet already.'],
  'signature-wrong': [403, 'The signature is not by the key it has to be.'],
  'origin-refused': [403, 'This site is not on the list of the project.'],
}

/** A call of the login API that is not served, under a name the frame has a text for. */
export function loginError(
  name: LoginRefusal,
  { retryAfterMs, cause }: { readonly retryAfterMs?: number; readonly cause?: unknown } = {},
): ApiError {
  const [status, description] = loginErrors[name]
  return new ApiError(status, name, description, {
    ...(retryAfterMs !== undefined && { retryAfter: Math.max(1, Math.ceil(retryAfterMs / 1_000)) }),
    ...(cause !== undefined && { cause }),
  })
}
