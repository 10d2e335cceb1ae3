/** How many shares may be opened in any hour. */
export type OpenLimit = {
  /** Counts one; answers how long to wait when there were too many. */
  take(now: number): { readonly isAllowed: boolean; readonly retryAfterMs: number }
  /** In the hour before. */
  count(now: number): number
}

const hourMs = 3_600_000

/** `earlier` are the times of opens before a restart, oldest first. */
export function createOpenLimit(most: number, earlier: readonly number[]): OpenLimit {
  const times = [...earlier]
  function forgetOld(now: number): void {
    while (times[0] !== undefined && times[0] <= now - hourMs) times.shift()
  }
  return {
    take(now) {
      forgetOld(now)
      const first = times[times.length - most]
      if (first !== undefined) return { isAllowed: false, retryAfterMs: first + hourMs - now }
      times.push(now)
      return { isAllowed: true, retryAfterMs: 0 }
    },
    count(now) {
      forgetOld(now)
      return times.length
    },
  }
}
