import { WidgetError } from './WidgetError.js'

/** Why a sign-in was rejected. */
export const verifyFailureReasons = [
  /** Not a sign-in message, or an ambiguous one. */
  'malformed',
  'wrong-version',
  'wrong-domain',
  'wrong-uri',
  'wrong-chain',
  'wrong-nonce',
  'expired',
  'not-yet-valid',
  /** Not signed by the account that the message names. */
  'wrong-signature',
  /** Only the account's contract can verify it, and no `rpc` URL is given for its chain. */
  'rpc-required',
  /** Only the account's contract can verify it, and the node did not respond. Try again. */
  'rpc-unavailable',
] as const

/** Why a sign-in was rejected. */
export type VerifyFailureReason = (typeof verifyFailureReasons)[number]

export type InvalidSessionReason =
  | VerifyFailureReason
  /** No verifier is configured for the account's chain family. */
  | 'no-verifier'
  /** The server refused it without a known reason. */
  | 'refused'

/** A sign-in session that is not valid was about to be stored. */
export class InvalidSessionError extends WidgetError {
  readonly code = 'siwx/invalid-session'

  constructor(readonly reason: InvalidSessionReason) {
    super(`The sign-in was not accepted (${reason})`)
  }
}

const serverTexts = {
  unreachable: 'The sign-in server cannot be reached. Check the connection and try again',
  timeout: 'The sign-in server did not answer in time. Try again',
  failed: 'The sign-in server has a problem. Try again in a moment',
  malformed: 'The sign-in server sent an invalid response',
} as const

/** A call of the server that keeps the sign-in sessions failed. */
export class SessionServerError extends WidgetError {
  readonly code: `siwx/server-${keyof typeof serverTexts}`
  /** HTTP status, if there was a response. */
  readonly status: number | undefined

  constructor(
    problem: keyof typeof serverTexts,
    options: { readonly status?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(serverTexts[problem], { cause: options.cause })
    this.code = `siwx/server-${problem}`
    this.status = options.status
  }
}

/** A call that needs a sign-in session was made without one. */
export class NotSignedInError extends WidgetError {
  readonly code = 'siwx/not-signed-in'

  constructor() {
    super('Not signed in')
  }
}
