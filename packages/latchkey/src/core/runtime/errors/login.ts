import type { FrameFailure } from '@latchkey/wire/frame/events'
import * as errorText from './catalogue/login.js'
import { UserRejectedError } from './connection.js'
import { WidgetError } from './WidgetError.js'

/** The login frame answered with an error; its own words are the text. */
export class FrameError extends WidgetError {
  readonly code: `login/${NonNullable<FrameFailure['code']> | 'failed'}`
  /** Seconds until the next try, where the frame told. */
  readonly retryAfter: number | undefined
  /** Of a wallet request: EIP-1193's code. */
  readonly rpcCode: number | undefined

  constructor(
    { message, code, retryAfter, rpcCode }: FrameFailure,
    options?: { readonly cause?: unknown },
  ) {
    super(message || errorText.frameFailed, options)
    this.code = `login/${code ?? 'failed'}`
    this.retryAfter = retryAfter
    this.rpcCode = rpcCode
  }
}

/** Why the login frame gave no answer at all; names as the specification (§8) has them. */
export type FrameSilence = 'iframe_load_failed' | 'iframe_request_timeout' | 'unverified_domain'

const silences = {
  iframe_load_failed: errorText.loadTimeout,
  iframe_request_timeout: errorText.requestTimeout,
  unverified_domain: errorText.unverifiedDomain,
} as const

/** The login frame did not load, did not answer or does not know this site. The next call starts a fresh one. */
export class FrameSilentError extends WidgetError {
  readonly code: `login/${FrameSilence}`

  constructor(readonly reason: FrameSilence) {
    super(silences[reason])
    this.code = `login/${reason}`
  }
}

/** The login frame went away, or was started anew, before it answered. */
export class FrameClosedError extends WidgetError {
  readonly code = 'login/frame-closed'

  constructor(options?: { readonly isRpc: boolean }) {
    super(options?.isRpc ? errorText.requestAborted : errorText.frameAborted)
  }
}

/** There is no page the login frame could stand in. */
export class FrameNotSetError extends WidgetError {
  readonly code = 'login/no-frame'

  constructor() {
    super(errorText.frameNotSet)
  }
}

/** What the login needs could not be fetched. */
export class LoginLoadError extends WidgetError {
  readonly code = 'login/load-failed'

  constructor(options?: { readonly cause?: unknown }) {
    super(errorText.noDependency, options)
  }
}

/** The site set up no login: it needs `providerUrls.login` and a `projectId`. */
export class NoLoginError extends WidgetError {
  readonly code = 'login/off'

  constructor() {
    super(errorText.noLogin)
  }
}

/** Something of the embedded wallet was asked while another one, or none, is connected. */
export class NotLoggedInError extends WidgetError {
  readonly code = 'login/not-logged-in'

  constructor() {
    super(errorText.notLoggedIn)
  }
}

/** The login frame knows no account for any of the site's chain families. */
export class NoLoginAddressError extends WidgetError {
  readonly code = 'login/no-address'

  constructor() {
    super(errorText.noAddress)
  }
}

/** The account type cannot be switched on this network. */
export class AccountTypeError extends WidgetError {
  readonly code = 'login/account-type'

  constructor() {
    super(errorText.noAccountSwitch)
  }
}

/** Specification §5. */
export class InvalidEmailError extends WidgetError {
  readonly code = 'login/invalid-email'

  constructor() {
    super(errorText.invalidEmail)
  }
}

/** A mail was sent a moment ago (specification §5). */
export class EmailCooldownError extends WidgetError {
  readonly code = 'login/cooldown'

  constructor(readonly seconds: number) {
    super(errorText.cooldown(seconds))
  }
}

/** A social login led nowhere (specification §8). */
export class SocialLoginError extends WidgetError {
  readonly code: `login/social-${keyof typeof errorText.social}`

  constructor(reason: keyof typeof errorText.social, options?: { readonly cause?: unknown }) {
    super(errorText.social[reason], options)
    this.code = `login/social-${reason}`
  }
}

/** The visitor closed the window in which a request was to be confirmed: a refusal. */
export class RequestAbortedError extends UserRejectedError {
  constructor() {
    super({ request: true })
    this.message = errorText.requestAborted
  }
}

/** The embedded wallet has no such method (specification §6); EIP-1193's code is in `cause`. */
export class NotAllowedError extends WidgetError {
  readonly code = 'login/method-not-allowed'

  constructor(readonly method: string) {
    super(errorText.notAllowed, { cause: { code: 4200 } })
  }
}
