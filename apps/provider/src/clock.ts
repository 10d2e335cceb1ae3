/** The provider's clock. Tests replace it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs repeatedly until the returned function is called. */
  every(ms: number, run: () => void): () => void
  /** Runs once; the returned function cancels it. */
  after(ms: number, run: () => void): () => void
}

/** Its timers are unreferenced: only open sockets keep the process alive. */
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

export function sleep(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve)
  })
}

/** Starts work only while it is not running, so that slow work does not pile up. */
export function skipWhileBusy(
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): () => void {
  let isBusy = false
  return () => {
    if (isBusy) return
    isBusy = true
    work()
      .catch(onError)
      .finally(() => {
        isBusy = false
      })
  }
}
