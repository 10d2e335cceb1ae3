import type { Clock } from './clock.js'

/** A time limit for some work. */
export type Deadline = {
  /** Aborts when the time is over or the outer signal aborts. */
  readonly signal: AbortSignal
  /** Milliseconds left. */
  remaining(): number
  /** Waits for the work, but not beyond the deadline, even if the work ignores the signal. */
  race<value>(work: Promise<value>): Promise<value>
  clear(): void
}

/** The time is over, as opposed to an abort by the caller. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
}

// Not AbortSignal.any: a combined signal stays in memory as long as it has listeners.
export function createDeadline(clock: Clock, ms: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController()
  const { signal } = controller
  const endsAt = clock.now() + ms
  const cancel = clock.after(ms, () => controller.abort(new DeadlineError('Time is over.')))
  const onOuterAbort = () => controller.abort(outer?.reason)
  if (outer?.aborted) onOuterAbort()
  else outer?.addEventListener('abort', onOuterAbort, { once: true })
  return {
    signal,
    remaining: () => (signal.aborted ? 0 : Math.max(0, endsAt - clock.now())),
    race(work) {
      return new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason)
        if (signal.aborted) stop()
        else signal.addEventListener('abort', stop, { once: true })
        work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
      })
    },
    clear() {
      cancel()
      outer?.removeEventListener('abort', onOuterAbort)
    },
  }
}

/** Runs the work within a time limit. Rejects with a DeadlineError when the time is over. */
export async function withDeadline<value>(
  clock: Clock,
  ms: number,
  work: (signal: AbortSignal) => Promise<value>,
  outer?: AbortSignal,
): Promise<value> {
  const deadline = createDeadline(clock, ms, outer)
  try {
    return await deadline.race(work(deadline.signal))
  } finally {
    deadline.clear()
  }
}
