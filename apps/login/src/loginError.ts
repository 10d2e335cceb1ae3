import type { FrameFailure } from '@latchkey/wire/frame/events'

/** A failure that the page sees. It sees any other error only as "Something went wrong". */
export class LoginError extends Error {
  override readonly name = 'LoginError'
  readonly failure: FrameFailure
  /** A site that was to pay the fee did not, so nothing was sent. */
  readonly isUnsponsored: boolean = false
  /** The symbol of the token in which the fee could not be paid, so nothing was sent. */
  readonly unpaidToken: string | undefined = undefined

  constructor(failure: FrameFailure, options?: ErrorOptions) {
    super(failure.message, options)
    this.failure = failure
  }
}

/** Whether the visitor must log in again. */
export function needsLogIn(error: unknown): boolean {
  return error instanceof LoginError && error.failure.code === 'not-signed-in'
}
