/** A node gave no answer that can be used. */
export class NodeFault extends Error {
  override readonly name = 'NodeFault'
  /** Nothing reached the node, for certain. */
  readonly wasNeverSent: boolean
  /** How long the node asked to be left alone, in milliseconds. */
  readonly retryAfter: number | undefined
  /** It let the caller wait until the caller gave up. */
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
