/** Named exclusive locks, granted in request order. */
export type Locks = {
  /** Runs `run` while holding the lock. Rejects with the signal's reason. */
  hold<result>(name: string, signal: AbortSignal, run: () => Promise<result>): Promise<result>
  /** How many wait, without the current holder. */
  waiting(name: string): Promise<number>
}

/** Locks shared by all frames of this origin, or only by this document if the browser has none. */
export async function openLocks(manager: LockManager | undefined): Promise<Locks> {
  try {
    // A browser that denies storage to frames throws here, not at the first prompt.
    if (!manager) return createMemoryLocks()
    await manager.query()
    return createWebLocks(manager)
  } catch {
    return createMemoryLocks()
  }
}

function createWebLocks(manager: LockManager): Locks {
  return {
    hold: (name, signal, run) => manager.request(name, { signal }, run),
    async waiting(name) {
      const { pending = [] } = await manager.query()
      return pending.filter((request) => request.name === name).length
    },
  }
}

export function createMemoryLocks(): Locks {
  const lines = new Map<string, (() => void)[]>()

  function turn(name: string, signal: AbortSignal): Promise<void> {
    const line = lines.get(name)
    if (!line) {
      lines.set(name, [])
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      line.push(resolve)
      const leave = () => {
        const at = line.indexOf(resolve)
        if (at < 0) return
        line.splice(at, 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  function pass(name: string): void {
    const next = lines.get(name)?.shift()
    if (next) next()
    else lines.delete(name)
  }

  return {
    async hold(name, signal, run) {
      signal.throwIfAborted()
      await turn(name, signal)
      try {
        return await run()
      } finally {
        pass(name)
      }
    },
    waiting: async (name) => lines.get(name)?.length ?? 0,
  }
}

/** Runs in one tab at a time, if the browser supports locks in frames. */
export async function runExclusive<result>(
  locks: LockManager | undefined,
  name: string,
  run: () => Promise<result>,
): Promise<result> {
  if (!locks) return run()
  let isStarted = false
  try {
    return await locks.request(name, () => {
      isStarted = true
      return run()
    })
  } catch (error) {
    if (isStarted) throw error
    return run()
  }
}
