/** Runs work of the same key one after another. */
export type Turns = <result>(key: string, work: () => Promise<result>) => Promise<result>

/** Within this process: work that waits here needs no database connection. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work)
    last.set(
      key,
      turn.catch(() => undefined),
    )
    return turn
  }
}
