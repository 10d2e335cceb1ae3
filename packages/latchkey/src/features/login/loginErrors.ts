import { SocialLoginError } from '../../core/runtime/errors/login.js'
import { isWidgetError } from '../../core/runtime/errors/WidgetError.js'

const socialReasons = {
  'login/rejected': 'cancelled',
  'login/recovery-pending': 'wallet-pending',
  'login/passkey-needed': 'passkey-needed',
} as const

/** Errors the visitor can act on have their own reason; the others use the texts of specification §8. */
export function toSocialError(
  cause: unknown,
  fallback: 'not-connected' | 'farcaster',
): SocialLoginError {
  const code = isWidgetError(cause) ? cause.code : ''
  const reason = (socialReasons as Partial<Record<string, SocialReason>>)[code] ?? fallback
  return new SocialLoginError(reason, { cause })
}

type SocialReason = (typeof socialReasons)[keyof typeof socialReasons]

/** The visitor cancelled, here or in the frame: no error is shown. */
export function isCancelled(error: unknown): boolean {
  return ['connection/modal-closed', 'config/destroyed', 'login/aborted', 'login/rejected'].some(
    (code) => isWidgetError(error, code),
  )
}
