import { raceAbort } from '@latchkey/wire/raceAbort'
import type { Ports } from './ports.js'

/** Aborts `run` after `limit` and throws `late()`. */
export async function withTimeout<result>(
  clock: Ports['clock'],
  { limit, late, signal }: { limit: number; late: () => Error; signal?: AbortSignal | undefined },
  run: (signal: AbortSignal) => Promise<result>,
): Promise<result> {
  const timeout = new AbortController()
  const done = new AbortController()
  const both = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal
  clock.sleep(limit, done.signal).then(
    () => timeout.abort(late()),
    () => undefined, // finished first
  )
  try {
    return await raceAbort(both, run(both))
  } finally {
    done.abort()
  }
}
