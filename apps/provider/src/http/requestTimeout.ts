import type { ServerResponse } from 'node:http'
import type { Clock } from '../clock.js'
import { createDeadline, type Deadline, DeadlineError } from '../deadline.js'
import { ApiError } from '../errors/ApiError.js'
import { failureName, type Log } from '../log.js'
import { isDatabaseDown } from '../store/DatabaseError.js'
import { errorResponse, failureResponse, type HttpResponse } from './response.js'

/** The timeout of one request. */
export type RequestTimeout = {
  readonly request: Request
  /** Ends when the caller disconnects or the time is over. */
  readonly deadline: Deadline
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

/** With `outgoing`, the caller's disconnection is read from it, which costs less than the request's signal. */
export function startRequestTimeout(
  request: Request,
  clock: Clock,
  limitMs: number,
  outgoing?: ServerResponse,
): RequestTimeout {
  const deadline = createDeadline(clock, limitMs)
  const expired = new Promise<never>((_, reject) => {
    deadline.onEnd((reason) => {
      if (reason instanceof DeadlineError) reject(requestTimeoutError)
    })
  })
  const onCallerAbort = () => deadline.end(new DOMException('The caller left.', 'AbortError'))
  const onClose = () => {
    if (!outgoing?.writableFinished) onCallerAbort()
  }
  let isWatched = false
  outgoing?.once('close', onClose)
  return {
    request,
    over: expired,
    get deadline() {
      // Lazy, because few requests run long enough to be aborted.
      if (outgoing || isWatched) return deadline
      isWatched = true
      if (request.signal.aborted) onCallerAbort()
      else request.signal.addEventListener('abort', onCallerAbort)
      return deadline
    },
    clear() {
      deadline.clear()
      if (isWatched) request.signal.removeEventListener('abort', onCallerAbort)
      outgoing?.off('close', onClose)
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
