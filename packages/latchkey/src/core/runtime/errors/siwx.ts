import { WidgetError } from './WidgetError.js'

export type SignInMessageProblem =
  | 'domain'
  | 'uri'
  | 'address'
  | 'chain'
  | 'version'
  | 'nonce'
  | 'statement'
  | 'times'
  | 'text'

/** The sign-in message of the site is not safe to sign; `field` names the first problem. */
export class SignInMessageError extends WidgetError {
  readonly code = 'siwx/invalid-message'

  constructor(readonly field: SignInMessageProblem) {
    super(`The sign-in message cannot be signed: wrong ${field}`)
  }
}

/** The site has no `siwx` or `siweConfig` option. */
export class SignInNotConfiguredError extends WidgetError {
  readonly code = 'siwx/not-configured'

  constructor() {
    super('Sign-in is not set up. Set the option `siwx`')
  }
}

/** The site's server, or the code that creates messages and sessions, did not answer in time. */
export class SignInTimeoutError extends WidgetError {
  readonly code = 'siwx/timeout'

  constructor() {
    super('Sign-in took too long. Try again')
  }
}

/** The visitor did not sign in; `cause` says why. */
export class SignInFailedError extends WidgetError {
  readonly code = 'siwx/failed'

  constructor(options?: { readonly cause?: unknown }) {
    super('Error signing message', options)
  }
}
