import type { Clock } from './clock.js'

/** A time limit for some work. */
export type Deadline = {
  /** Aborts when the time is over or the outer limit ends. */
  readonly signal: AbortSignal
  /** Why it ended; undefined before. */
  readonly ended: { readonly reason: unknown } | undefined
  /** Milliseconds left. */
  remaining(): number
  /** Waits for the work, but not beyond the deadline, even if the work ignores the signal. */
  race<value>(work: Promise<value>): Promise<value>
  /** Calls the listener once, when the deadline ends early or in time, until the result is called. */
  onEnd(listener: (reason: unknown) => void): () => void
  /** Ends it now. */
  end(reason: unknown): void
  clear(): void
}

/** The time is over, as opposed to an abort by the caller. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
}

/** What can end work early. A deadline costs less than a signal. */
export type Limit = AbortSignal | Deadline

// Not AbortSignal.any: a combined signal stays in memory as long as it has listeners.
export function createDeadline(clock: Clock, ms: number, outer?: Limit): Deadline {
  const outerMs = outer && 'remaining' in outer ? outer.remaining() : Number.POSITIVE_INFINITY
  const endsAt = clock.now() + Math.min(ms, outerMs)
  // Few at a time: an array costs less than a set.
  let listeners: ((reason: unknown) => void)[] = []
  let ended: { readonly reason: unknown } | undefined
  // Created on first use: a controller costs more than the rest of a deadline.
  let controller: AbortController | undefined

  function end(reason: unknown): void {
    if (ended) return
    ended = { reason }
    controller?.abort(reason)
    const called = listeners
    listeners = []
    for (const listener of called) listener(reason)
  }

  function onEnd(listener: (reason: unknown) => void): () => void {
    if (ended) listener(ended.reason)
    else listeners.push(listener)
    return () => {
      const index = listeners.indexOf(listener)
      if (index >= 0) listeners.splice(index, 1)
    }
  }

  // An outer deadline that ends first needs no second timer.
  const cancel =
    outerMs <= ms ? undefined : clock.after(ms, () => end(new DeadlineError('Time is over.')))
  const leaveOuter = outer && watchLimit(outer, end)
  return {
    get signal() {
      controller ??= new AbortController()
      if (ended) controller.abort(ended.reason)
      return controller.signal
    },
    get ended() {
      return ended
    },
    remaining: () => (ended ? 0 : Math.max(0, endsAt - clock.now())),
    race(work) {
      return new Promise((resolve, reject) => {
        const stopWatching = onEnd(reject)
        settleAfter(work, stopWatching, resolve, reject)
      })
    },
    onEnd,
    end,
    clear() {
      cancel?.()
      leaveOuter?.()
    },
  }
}

/** Passes on how the work ends, after `cleanUp`. Costs less than `finally`. */
export function settleAfter<value>(
  work: Promise<value>,
  cleanUp: () => void,
  resolve: (value: value) => void,
  reject: (error: unknown) => void,
): void {
  work.then(
    (value) => {
      cleanUp()
      resolve(value)
    },
    (error) => {
      cleanUp()
      reject(error)
    },
  )
}

/** Calls the listener once, when the limit ends, until the result is called. */
export function watchLimit(limit: Limit, onEnd: (reason: unknown) => void): () => void {
  if ('onEnd' in limit) return limit.onEnd(onEnd)
  const listener = () => onEnd(limit.reason)
  if (limit.aborted) listener()
  else limit.addEventListener('abort', listener, { once: true })
  return () => limit.removeEventListener('abort', listener)
}

/** Runs the work within a time limit. Rejects with a DeadlineError when the time is over. */
export async function withDeadline<value>(
  clock: Clock,
  ms: number,
  work: (signal: AbortSignal) => Promise<value>,
  outer?: Limit,
): Promise<value> {
  const deadline = createDeadline(clock, ms, outer)
  try {
    return await deadline.race(work(deadline.signal))
  } finally {
    deadline.clear()
  }
}
