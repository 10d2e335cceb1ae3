export type OutboundErrorCode =
  | 'url-refused'
  | 'address-refused'
  | 'unreachable'
  | 'too-slow'
  | 'too-large'
  | 'aborted'

/** An outgoing request that was rejected or failed. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly code: OutboundErrorCode

  constructor(code: OutboundErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
