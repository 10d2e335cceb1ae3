/** Time as the provider sees it. Tests advance it by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs again and again; the answer stops it. */
  every(ms: number, run: () => void): () => void
  /** Runs once; the answer cancels it. */
  after(ms: number, run: () => void): () => void
}

/** Its timers alone keep no process alive: open sockets do. */
export const systemClock: Clock = {
  now: () => Date.now(),
  every(ms, run) {
    const timer = setInterval(run, ms).unref()
    return () => clearInterval(timer)
  },
  after(ms, run) {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}

export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve)
  })
}
