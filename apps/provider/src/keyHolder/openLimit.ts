import type { OpenRecord } from './auditLog.js'

/** Limits how many shares may be opened per hour. */
export type OpenLimit = {
  /** Counts one. Returns how long to wait if there were too many. */
  take(open: OpenRecord): { readonly isAllowed: boolean; readonly retryAfterMs: number }
  /** Opens in the last hour. */
  count(now: number): number
}

const hourMs = 3_600_000
/** Per share, so that one hostile account cannot use up the limit of all. */
const maxPerShare = 5

/** `earlier` are opens before a restart, oldest first. */
export function createOpenLimit(maxOpens: number, earlier: readonly OpenRecord[]): OpenLimit {
  const opens = [...earlier]
  function removeOld(now: number): void {
    while (opens[0] !== undefined && opens[0].time <= now - hourMs) opens.shift()
  }
  return {
    take(open) {
      removeOld(open.time)
      const ofShare = opens.filter(({ context }) => context === open.context)
      const blocking = [opens.at(-maxOpens), ofShare.at(-maxPerShare)].flatMap((one) => one ?? [])
      if (blocking.length === 0) {
        opens.push(open)
        return { isAllowed: true, retryAfterMs: 0 }
      }
      const last = Math.max(...blocking.map(({ time }) => time))
      return { isAllowed: false, retryAfterMs: last + hourMs - open.time }
    },
    count(now) {
      removeOld(now)
      return opens.length
    },
  }
}
