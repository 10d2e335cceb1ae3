import type { Failure } from '@latchkey/wire/http/failure'

export type ApiErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 426 | 429 | 503

/** A failed call with reasons that the caller may see. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: ApiErrorStatus
  readonly reasons: Failure['reasons']
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined

  constructor(
    status: ApiErrorStatus,
    /** The field that is wrong, by the caller's name for it. */
    field: string,
    description: string,
    options: {
      readonly retryAfter?: number
      readonly cause?: unknown
      /** Further reasons. */
      readonly more?: Failure['reasons']
    } = {},
  ) {
    super(description, options.cause === undefined ? {} : { cause: options.cause })
    this.status = status
    this.reasons = [{ field, description }, ...(options.more ?? [])]
    this.retryAfter = options.retryAfter
  }
}

/** Finds the ApiError that a library has wrapped in its own error. */
export function findApiError(error: unknown): ApiError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth += 1) {
    if (at instanceof ApiError) return at
  }
  return undefined
}
