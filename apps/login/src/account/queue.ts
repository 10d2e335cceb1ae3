import { raceAbort } from '@latchkey/wire/raceAbort'

/** Runs work for the same key one at a time. The signal cancels the wait, not running work. */
export function createQueue(): <result>(
  key: string,
  signal: AbortSignal,
  work: () => Promise<result>,
) => Promise<result> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, signal, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const turn = raceAbort(signal, before).then(work)
    // A cancelled wait must not let the next work start early.
    const ended = Promise.allSettled([before, turn])
    last.set(key, ended)
    void ended.then(() => {
      if (last.get(key) === ended) last.delete(key)
    })
    return turn
  }
}
