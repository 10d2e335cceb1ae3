export type IdentityErrorCode =
  /** The person said no. */
  | 'denied'
  /** What came back is not what an honest provider sends to this browser. */
  | 'refused'
  /** The provider could not be asked. */
  | 'unreachable'

/** Somebody else's account was not proven. */
export class IdentityError extends Error {
  override readonly name = 'IdentityFault'
  readonly code: IdentityErrorCode

  constructor(code: IdentityErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
