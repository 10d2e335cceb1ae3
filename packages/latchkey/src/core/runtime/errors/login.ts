import type { FrameFailure } from '@latchkey/wire/frame/events'
import { UserRejectedError } from './connection.js'
import { WidgetError } from './WidgetError.js'

const requestAborted = 'Request was aborted'

/** The login frame returned an error; its text is the message. */
export class FrameError extends WidgetError {
  readonly code: `login/${NonNullable<FrameFailure['code']> | 'failed'}`
  /** Seconds until the next attempt, if the frame sent it. */
  readonly retryAfter: number | undefined
  /** The EIP-1193 code of a wallet request. */
  readonly rpcCode: number | undefined

  constructor(
    { message, code, retryAfter, rpcCode }: FrameFailure,
    options?: { readonly cause?: unknown },
  ) {
    super(message || 'An error occurred', options)
    this.code = `login/${code ?? 'failed'}`
    this.retryAfter = retryAfter
    this.rpcCode = rpcCode
  }
}

/** Why the login frame did not respond (names from specification §8). */
export type FrameSilence = 'iframe_load_failed' | 'iframe_request_timeout' | 'unverified_domain'

const silenceTexts = {
  iframe_load_failed: 'The login page did not load. Check the connection and try again',
  iframe_request_timeout: 'The login page did not respond in time. Try again',
  unverified_domain: 'This site is not set up for log-in',
} as const

/** The login frame did not load or respond, or rejects this site. The next call starts a new frame. */
export class FrameSilentError extends WidgetError {
  readonly code: `login/${FrameSilence}`

  constructor(readonly reason: FrameSilence) {
    super(silenceTexts[reason])
    this.code = `login/${reason}`
  }
}

/** The login frame was removed or restarted before it responded. */
export class FrameClosedError extends WidgetError {
  readonly code = 'login/frame-closed'

  constructor(options?: { readonly isRpc: boolean }) {
    super(options?.isRpc ? requestAborted : 'Something went wrong')
  }
}

/** There is no page for the login frame. */
export class FrameNotSetError extends WidgetError {
  readonly code = 'login/no-frame'

  constructor() {
    super('W3mFrame: iframe is not set')
  }
}

/** The log-in code could not be loaded. */
export class LoginLoadError extends WidgetError {
  readonly code = 'login/load-failed'

  constructor(options?: { readonly cause?: unknown }) {
    super('Unable to load email login dependency', options)
  }
}

/** The site set up no login: it needs `providerUrls.login` and a `projectId`. */
export class NoLoginError extends WidgetError {
  readonly code = 'login/off'

  constructor() {
    super('No auth connector found')
  }
}

/** The call needs the embedded wallet, which is not connected. */
export class NotLoggedInError extends WidgetError {
  readonly code = 'login/not-logged-in'

  constructor() {
    super('Not connected to email or social')
  }
}

/** The login frame knows no account for any of the site's chain families. */
export class NoLoginAddressError extends WidgetError {
  readonly code = 'login/no-address'

  constructor() {
    super('Address or auth connector not found')
  }
}

/** The account type cannot be switched on this network. */
export class AccountTypeError extends WidgetError {
  readonly code = 'login/account-type'

  constructor() {
    super('Smart accounts are not available here')
  }
}

/** Specification §5. */
export class InvalidEmailError extends WidgetError {
  readonly code = 'login/invalid-email'

  constructor() {
    super('Invalid email')
  }
}

/** A mail was sent a moment ago (specification §5). */
export class EmailCooldownError extends WidgetError {
  readonly code = 'login/cooldown'

  constructor(readonly seconds: number) {
    super(`Please try again after ${seconds} seconds`)
  }
}

const socialTexts = {
  'popup-closed': 'Popup closed',
  'not-started': 'Failed to initiate social connection',
  'not-connected': 'Failed to connect',
  farcaster: 'Failed to connect to farcaster',
  cancelled: 'The log-in was not finished. Try again when you are ready',
  'wallet-pending': 'Approve it or wait, then log in again',
  'passkey-needed': 'This wallet opens only with its passkey. Try again with the passkey',
} as const

/** A social log-in failed (specification §8). */
export class SocialLoginError extends WidgetError {
  readonly code: `login/social-${keyof typeof socialTexts}`

  constructor(reason: keyof typeof socialTexts, options?: { readonly cause?: unknown }) {
    super(socialTexts[reason], options)
    this.code = `login/social-${reason}`
  }
}

/** The visitor closed the window of a request, which counts as a rejection. */
export class RequestAbortedError extends UserRejectedError {
  constructor() {
    super({ request: true })
    this.message = requestAborted
  }
}

/** The embedded wallet has no such method (specification §6); EIP-1193's code is in `cause`. */
export class NotAllowedError extends WidgetError {
  readonly code = 'login/method-not-allowed'

  constructor(readonly method: string) {
    super('Requested RPC call is not allowed', { cause: { code: 4200 } })
  }
}
