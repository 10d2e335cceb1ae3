import { SocialLoginError } from '../../core/runtime/errors/login.js'
import { isWidgetError } from '../../core/runtime/errors/WidgetError.js'

const endings = {
  'login/rejected': 'cancelled',
  'login/recovery-pending': 'wallet-pending',
  'login/passkey-needed': 'passkey-needed',
} as const

/** What the visitor can act on is named; anything else failed in the specification's words (§8). */
export function toSocialError(
  cause: unknown,
  fallback: 'not-connected' | 'farcaster',
): SocialLoginError {
  const code = isWidgetError(cause) ? cause.code : ''
  const reason = (endings as Partial<Record<string, Ending>>)[code] ?? fallback
  return new SocialLoginError(reason, { cause })
}

type Ending = (typeof endings)[keyof typeof endings]

/** The visitor left, here or in the frame: nobody needs to be told. */
export function isGivenUp(error: unknown): boolean {
  return ['connection/modal-closed', 'config/destroyed', 'login/aborted', 'login/rejected'].some(
    (code) => isWidgetError(error, code),
  )
}
