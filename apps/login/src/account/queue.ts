import { raceAbort } from '@latchkey/wire/raceAbort'

/** Lets work for the same key run one after the other. The signal ends the waiting, not the work. */
export function createQueue(): <result>(
  key: string,
  signal: AbortSignal,
  work: () => Promise<result>,
) => Promise<result> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, signal, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const turn = raceAbort(signal, before).then(work)
    // Leaving the queue must not let the next one start before running work is done.
    const ended = Promise.allSettled([before, turn])
    last.set(key, ended)
    void ended.then(() => {
      if (last.get(key) === ended) last.delete(key)
    })
    return turn
  }
}
