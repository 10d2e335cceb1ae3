import type { Clock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import { failureName, type Log } from '../log.js'
import { isDatabaseDown } from '../store/isDatabaseDown.js'
import { type Answer, failureAnswer, refusalAnswer } from './answer.js'

/** How long one request may still take. */
export interface RequestTime {
  readonly request: Request
  /** Ends with the request: the caller has left or its time is over. */
  readonly signal: AbortSignal
  /** Rejects when the time is over. */
  readonly over: Promise<never>
  end(): void
}

export const NO_DATABASE = new ApiError(503, 'database', 'The database cannot be used now.', {
  retryAfter: 5,
})
export const NO_ROOM = new ApiError(503, 'storage', 'There is no room to keep anything now.', {
  retryAfter: 10,
})
const TOO_SLOW = new ApiError(503, 'time', 'The answer took too long.', { retryAfter: 1 })

export function startTime(request: Request, clock: Clock, limitMs: number): RequestTime {
  const end = new AbortController()
  const leave = () => end.abort(request.signal.reason)
  let isWatched = false
  let cancel = () => {}
  const over = new Promise<never>((_, reject) => {
    cancel = clock.after(limitMs, () => {
      reject(TOO_SLOW)
      end.abort(TOO_SLOW)
    })
  })
  return {
    request,
    over,
    // Few answers take long enough to be stopped: only those ask whether the caller is still there.
    get signal() {
      if (!isWatched) request.signal.addEventListener('abort', leave)
      if (request.signal.aborted) leave()
      isWatched = true
      return end.signal
    },
    end() {
      cancel()
      if (isWatched) request.signal.removeEventListener('abort', leave)
    },
  }
}

/** The answer, whatever happens on the way to it. */
export async function answerInTime(
  time: RequestTime,
  { name, log }: { readonly name: string; readonly log: Log },
  answer: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await Promise.race([answer(), time.over])
  } catch (error) {
    if (error instanceof ApiError) return refusalAnswer(error)
    // Whoever left made the call fail; that is no fault of ours.
    if (!time.request.signal.aborted) {
      log({ level: 'error', event: 'request-failed', reason: `${name} ${failureName(error)}` })
    }
    return isDatabaseDown(error)
      ? refusalAnswer(NO_DATABASE)
      : failureAnswer(500, [{ field: 'server', description: 'Something went wrong here.' }])
  } finally {
    time.end()
  }
}
