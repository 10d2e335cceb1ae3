/** A node gave no usable response. */
export class NodeFault extends Error {
  override readonly name = 'NodeFault'
  /** The request certainly did not reach the node. */
  readonly wasNeverSent: boolean
  /** The node's `Retry-After`, in milliseconds. */
  readonly retryAfter: number | undefined
  /** The node did not respond in time. */
  readonly isLate: boolean

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
    this.isLate = options.isLate ?? false
  }
}
