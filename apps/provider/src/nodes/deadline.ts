import type { Clock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'

/** A bound on some work: its signal ends when the time is over or the caller leaves. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Milliseconds left. */
  left(): number
  /** Waits for the work, but no longer than the bound, even if the work ignores its signal. */
  hold<value>(work: Promise<value>): Promise<value>
  end(): void
}

/** Time is over, as opposed to: the caller left. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed'
}

export function createDeadline(clock: Clock, ms: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController()
  const endsAt = clock.now() + ms
  const cancel = clock.after(ms, () => controller.abort(new DeadlinePassed('Time is over.')))
  const leave = () => controller.abort(outer?.reason)
  if (outer?.aborted) leave()
  else outer?.addEventListener('abort', leave, { once: true })
  const { signal } = controller
  return {
    signal,
    left: () => (signal.aborted ? 0 : Math.max(0, endsAt - clock.now())),
    hold(work) {
      return new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason)
        if (signal.aborted) stop()
        else signal.addEventListener('abort', stop, { once: true })
        work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
      })
    },
    end() {
      cancel()
      outer?.removeEventListener('abort', leave)
    },
  }
}

const WHOLE_ANSWER_MS = 10_000

/** Many calls to nodes for one answer take no longer than a single one may. */
export async function inTime<value>(clock: Clock, work: Promise<value>): Promise<value> {
  const deadline = createDeadline(clock, WHOLE_ANSWER_MS)
  try {
    return await deadline.hold(work)
  } catch (error) {
    if (!(error instanceof DeadlinePassed)) throw error
    throw new ApiError(503, 'chainId', 'The chain takes too long to answer at the moment.')
  } finally {
    deadline.end()
  }
}
