import { raceAbort } from '@latchkey/wire/raceAbort'
import { LoginError } from '../loginError.js'

/** For calls that are never cancelled; their timeout ends them. */
export const neverAborts = new AbortController().signal

/** No response, or none in time. */
export const unreachable = (cause?: unknown) =>
  new LoginError({ code: 'unreachable', message: 'The server cannot be reached' }, { cause })

/**
 * Waits for `work` at most `limit` milliseconds, or until `signal` aborts. `work` gets a signal that
 * covers both; its result is ignored afterwards.
 */
export async function withTimeout<result>(
  limit: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<result>,
): Promise<result> {
  signal.throwIfAborted()
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(unreachable()), limit)
  const both = AbortSignal.any([signal, over.signal])
  try {
    return await raceAbort(both, work(both))
  } finally {
    clearTimeout(timer)
  }
}

/** Rejects with the signal's reason. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await raceAbort(signal, passed).finally(() => clearTimeout(timer))
}
