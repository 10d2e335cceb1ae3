import { LoginError } from '../loginError.js'

/** Work that waits for the user in the frame, so that the page can cancel it. */
export type ActiveScreens = {
  run<result>(work: (signal: AbortSignal) => Promise<result>): Promise<result>
  /**
   * Like `run`, but a second call joins the first. For screens that a page may request twice, after
   * its timeout.
   */
  join<result>(name: string, work: (signal: AbortSignal) => Promise<result>): Promise<result>
  /** Cancels all work. */
  abort(reason: LoginError): void
}

export const createAbortError = () =>
  new LoginError({ code: 'aborted', message: 'Request was aborted' })

export function createActiveScreens(): ActiveScreens {
  const running = new Set<AbortController>()
  const joined = new Map<string, Promise<unknown>>()

  async function run<result>(work: (signal: AbortSignal) => Promise<result>): Promise<result> {
    const control = new AbortController()
    running.add(control)
    try {
      return await work(control.signal)
    } finally {
      running.delete(control)
    }
  }
  return {
    run,
    join<result>(name: string, work: (signal: AbortSignal) => Promise<result>) {
      const present = joined.get(name)
      if (present) return present as Promise<result>
      const begun = run(work).finally(() => joined.delete(name))
      joined.set(name, begun)
      return begun
    },
    abort(reason) {
      for (const control of running) control.abort(reason)
    },
  }
}
