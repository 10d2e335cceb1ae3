import type { SignInErrorReason } from '@latchkey/wire/http/signIn'
import type { VerifyFailureReason } from 'latchkey/siwx/server'
import { ApiError, type ApiErrorStatus } from '../../errors/ApiError.js'

type Reason = SignInErrorReason | VerifyFailureReason

const errors: Readonly<Record<Reason, readonly [ApiErrorStatus, string]>> = {
  'sign-in-off': [403, 'Sign-in is not turned on for this project.'],
  origin: [403, 'Sign-in needs a page of a site that the project allows.'],
  'nonce-invalid': [401, 'The nonce is expired, or not for this site. Get a new one.'],
  'nonce-used': [401, 'The nonce was used before. Get a new one.'],
  'token-invalid': [401, 'The token is not valid for this site.'],
  'token-expired': [401, 'The token has expired. Refresh it.'],
  'session-ended': [401, 'The session has ended. Sign in again.'],
  'email-capture-off': [403, 'Email codes are not available for this project.'],
  'email-invalid': [400, 'This is not a valid email address.'],
  'email-required': [401, 'Confirm an email address before you sign in.'],
  'email-unconfirmed': [401, 'The email address of the message is not confirmed.'],
  'code-wrong': [400, 'The code is wrong.'],
  'code-expired': [400, 'The code has expired. Request a new one.'],
  'too-soon': [429, 'Too soon. Try again later.'],
  'too-many': [429, 'Too many attempts. Try again later.'],
  'mail-unavailable': [503, 'No mail can be sent at the moment. Try again later.'],
  malformed: [400, 'This is not a sign-in message.'],
  'wrong-version': [401, 'The version of the message is not 1.'],
  'wrong-domain': [401, 'The message is for another site.'],
  'wrong-uri': [401, 'The message is for a page of another site.'],
  'wrong-chain': [401, 'The message is for a network that is not accepted.'],
  'wrong-nonce': [401, 'The message has another nonce.'],
  expired: [401, 'The message has expired.'],
  'not-yet-valid': [401, 'The message is not valid yet.'],
  'wrong-signature': [401, 'The account of the message did not sign it.'],
  'rpc-required': [401, 'This provider cannot verify contract accounts on that network.'],
  'rpc-unavailable': [503, 'The network does not respond. Try again.'],
}

/** An ApiError whose field is the reason. */
export function signInError(
  reason: Reason,
  { retryAfterMs }: { readonly retryAfterMs?: number } = {},
): ApiError {
  const [status, description] = errors[reason]
  const retryAfter = retryAfterMs === undefined ? 5 : Math.max(1, Math.ceil(retryAfterMs / 1_000))
  return new ApiError(status, reason, description, isTemporary(status) ? { retryAfter } : {})
}

function isTemporary(status: ApiErrorStatus): boolean {
  return status === 429 || status === 503
}
