/** A node gave no usable response. */
export class NodeUnavailableError extends Error {
  override readonly name = 'NodeUnavailableError'
  /** The request certainly did not reach the node. */
  readonly wasNeverSent: boolean
  /** The node's `Retry-After`, in milliseconds. */
  readonly retryAfter: number | undefined
  /** The node did not respond in time. */
  readonly isTimeout: boolean

  constructor(
    message: string,
    options: {
      readonly wasNeverSent?: boolean
      readonly retryAfter?: number | undefined
      readonly isLate?: boolean
      readonly cause?: unknown
    } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.wasNeverSent = options.wasNeverSent ?? false
    this.retryAfter = options.retryAfter
    this.isTimeout = options.isLate ?? false
  }
}
