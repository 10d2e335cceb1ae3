export type IdentityErrorCode =
  /** The person declined. */
  | 'denied'
  /** The response is not what an honest provider sends to this browser. */
  | 'invalid'
  /** The provider could not be reached. */
  | 'unreachable'

/** The account at the provider was not proven. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError'
  readonly code: IdentityErrorCode

  constructor(code: IdentityErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
