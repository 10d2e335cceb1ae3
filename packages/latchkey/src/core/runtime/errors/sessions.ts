import { WidgetError } from './WidgetError.js'

const texts = {
  off: 'Smart sessions are off. Create the widget with `features: { smartSessions: true }`',
  'no-widget': 'Call `createLatchkey` before asking for permissions',
  'no-account': 'Connect an account of an EVM network first',
  unsupported: 'This wallet cannot grant permissions. Use another wallet',
  'unsupported-type': 'This wallet cannot grant this kind of permission',
  'invalid-request': 'The request for permissions is invalid',
  'wrong-answer': 'The wallet granted something else than was asked for. Revoke it in the wallet',
  'not-found': 'This permission is not known',
  'list-unavailable': 'Permissions could not be loaded. Try again',
  'chain-unavailable': 'The network cannot be reached. Try again in a moment',
  'still-active': 'The network still accepts this permission. Try to revoke it again',
} as const

/** Why a call of `latchkey/sessions` failed, as `sessions/…` in `code`. */
export type SmartSessionFailure = keyof typeof texts

/** A permission was not granted, listed or revoked. */
export class SmartSessionError extends WidgetError {
  readonly code: `sessions/${SmartSessionFailure}`

  constructor(
    failure: SmartSessionFailure,
    { detail, cause }: { readonly detail?: string; readonly cause?: unknown } = {},
  ) {
    super(detail === undefined ? texts[failure] : `${texts[failure]}: ${detail}`, { cause })
    this.code = `sessions/${failure}`
  }
}
