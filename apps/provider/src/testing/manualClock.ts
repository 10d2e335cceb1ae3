import type { Clock } from '../clock.js'

export type ManualClock = Clock & {
  /** Advances the time and runs due timers in order. */
  advance(ms: number): void
}

/** A clock that only a test advances. */
export function createManualClock(start = 1_700_000_000_000): ManualClock {
  let now = start
  const due = new Set<{ at: number; run: () => void; every?: number }>()
  const add = (entry: { at: number; run: () => void; every?: number }) => {
    due.add(entry)
    return () => {
      due.delete(entry)
    }
  }
  return {
    now: () => now,
    every: (ms, run) => add({ at: now + ms, run, every: ms }),
    after: (ms, run) => add({ at: now + ms, run }),
    advance(ms) {
      const end = now + ms
      for (;;) {
        const next = [...due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        now = Math.max(now, next.at)
        if (next.every === undefined) due.delete(next)
        else next.at += next.every
        next.run()
      }
      now = end
    },
  }
}
