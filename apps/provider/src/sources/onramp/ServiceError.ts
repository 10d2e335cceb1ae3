/** `refused`: the request is wrong for the service. `unavailable`: it cannot be used at the moment. */
export type ServiceErrorKind = 'refused' | 'unavailable'

/** A payment service did not respond as expected. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly kind: ServiceErrorKind
  /** The pause before the next request that the service demands, in milliseconds. */
  readonly retryAfter: number | undefined

  constructor(
    kind: ServiceErrorKind,
    message: string,
    options: { readonly retryAfter?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.kind = kind
    this.retryAfter = options.retryAfter
  }
}

/** For `catch`: a rejected request has no result. Other errors are thrown on. */
export function undefinedIfRejected(error: unknown): undefined {
  if (error instanceof ServiceError && error.kind === 'refused') return undefined
  throw error
}
