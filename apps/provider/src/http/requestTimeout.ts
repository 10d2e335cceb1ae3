import type { Clock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import { failureName, type Log } from '../log.js'
import { isDatabaseDown } from '../store/DatabaseError.js'
import { errorResponse, failureResponse, type HttpResponse } from './response.js'

/** The timeout of one request. */
export type RequestTimeout = {
  readonly request: Request
  /** Aborts when the caller disconnects or the time is over. */
  readonly signal: AbortSignal
  /** Rejects when the time is over. */
  readonly over: Promise<never>
  clear(): void
}

export const databaseDownError = new ApiError(
  503,
  'database',
  'The database is not available at the moment.',
  {
    retryAfter: 5,
  },
)
export const diskFullError = new ApiError(
  503,
  'storage',
  'There is not enough disk space at the moment.',
  {
    retryAfter: 10,
  },
)
const requestTimeoutError = new ApiError(503, 'time', 'The request took too long.', {
  retryAfter: 1,
})

export function startRequestTimeout(
  request: Request,
  clock: Clock,
  limitMs: number,
): RequestTimeout {
  const controller = new AbortController()
  const onCallerAbort = () => controller.abort(request.signal.reason)
  let isWatched = false
  let cancel = () => {}
  const expired = new Promise<never>((_, reject) => {
    cancel = clock.after(limitMs, () => {
      reject(requestTimeoutError)
      controller.abort(requestTimeoutError)
    })
  })
  return {
    request,
    over: expired,
    // Lazy, because watching the caller costs time and few requests run long enough to be aborted.
    get signal() {
      if (!isWatched) request.signal.addEventListener('abort', onCallerAbort)
      if (request.signal.aborted) onCallerAbort()
      isWatched = true
      return controller.signal
    },
    clear() {
      cancel()
      if (isWatched) request.signal.removeEventListener('abort', onCallerAbort)
    },
  }
}

/** Runs the handler within the timeout and turns every error into a response. */
export async function respondInTime(
  time: RequestTimeout,
  { name, log }: { readonly name: string; readonly log: Log },
  handle: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  try {
    return await Promise.race([handle(), time.over])
  } catch (error) {
    if (error instanceof ApiError) return errorResponse(error)
    // If the caller disconnected, the error is not ours.
    if (!time.request.signal.aborted) {
      log({ level: 'error', event: 'request-failed', reason: `${name} ${failureName(error)}` })
    }
    return isDatabaseDown(error)
      ? errorResponse(databaseDownError)
      : failureResponse(500, [
          { field: 'server', description: 'The provider failed to handle the request.' },
        ])
  } finally {
    time.clear()
  }
}
