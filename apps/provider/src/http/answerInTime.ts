import type { Clock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import { failureName, type Log } from '../log.js'
import { isDatabaseDown } from '../store/isDatabaseDown.js'
import { type Answer, failureAnswer, refusalAnswer } from './answer.js'

/** The timeout of one request. */
export interface RequestTime {
  readonly request: Request
  /** Aborts when the caller disconnects or the time is over. */
  readonly signal: AbortSignal
  /** Rejects when the time is over. */
  readonly over: Promise<never>
  end(): void
}

export const NO_DATABASE = new ApiError(
  503,
  'database',
  'The database is not available at the moment.',
  {
    retryAfter: 5,
  },
)
export const NO_ROOM = new ApiError(
  503,
  'storage',
  'There is not enough disk space at the moment.',
  {
    retryAfter: 10,
  },
)
const TOO_SLOW = new ApiError(503, 'time', 'The request took too long.', { retryAfter: 1 })

export function startTime(request: Request, clock: Clock, limitMs: number): RequestTime {
  const controller = new AbortController()
  const onCallerAbort = () => controller.abort(request.signal.reason)
  let isWatched = false
  let cancel = () => {}
  const over = new Promise<never>((_, reject) => {
    cancel = clock.after(limitMs, () => {
      reject(TOO_SLOW)
      controller.abort(TOO_SLOW)
    })
  })
  return {
    request,
    over,
    // Lazy, because watching the caller costs time and few requests run long enough to be aborted.
    get signal() {
      if (!isWatched) request.signal.addEventListener('abort', onCallerAbort)
      if (request.signal.aborted) onCallerAbort()
      isWatched = true
      return controller.signal
    },
    end() {
      cancel()
      if (isWatched) request.signal.removeEventListener('abort', onCallerAbort)
    },
  }
}

/** Runs the handler within the timeout and turns every error into a response. */
export async function answerInTime(
  time: RequestTime,
  { name, log }: { readonly name: string; readonly log: Log },
  handle: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await Promise.race([handle(), time.over])
  } catch (error) {
    if (error instanceof ApiError) return refusalAnswer(error)
    // If the caller disconnected, the error is not ours.
    if (!time.request.signal.aborted) {
      log({ level: 'error', event: 'request-failed', reason: `${name} ${failureName(error)}` })
    }
    return isDatabaseDown(error)
      ? refusalAnswer(NO_DATABASE)
      : failureAnswer(500, [
          { field: 'server', description: 'The provider failed to handle the request.' },
        ])
  } finally {
    time.end()
  }
}
