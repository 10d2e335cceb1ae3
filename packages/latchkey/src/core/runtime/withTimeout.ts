import { raceAbort } from '@latchkey/wire/raceAbort'
import type { Ports } from './ports.js'

/** Runs with a limit: past it, what runs is aborted and `late()` is thrown. */
export async function withTimeout<result>(
  clock: Ports['clock'],
  { limit, late, signal }: { limit: number; late: () => Error; signal?: AbortSignal | undefined },
  run: (signal: AbortSignal) => Promise<result>,
): Promise<result> {
  const over = new AbortController()
  const done = new AbortController()
  const both = signal ? AbortSignal.any([signal, over.signal]) : over.signal
  clock.sleep(limit, done.signal).then(
    () => over.abort(late()),
    () => undefined, // finished first
  )
  try {
    return await raceAbort(both, run(both))
  } finally {
    done.abort()
  }
}
