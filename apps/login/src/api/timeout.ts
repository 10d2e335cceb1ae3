import { raceAbort } from '@latchkey/wire/raceAbort'
import { LoginError } from '../loginError.js'

/** For calls that are never cancelled: their own limit ends them. */
export const neverAborts = new AbortController().signal

/** No answer in time, or none at all. */
export const unreachable = (cause?: unknown) =>
  new LoginError({ code: 'unreachable', message: 'The server cannot be reached' }, { cause })

/**
 * Waits for `work` no longer than `limit` and no longer than `signal` allows. What runs is told by the
 * signal it is given; one that does not listen is left behind.
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
