import type { Clock } from '../../clock.js'
import type { Log, LogLine } from '../../log.js'

const GAP_MS = 60_000

/** Says each thing once a minute at most: an attack must not fill the log, too. */
export function createAlarm({
  clock,
  log,
}: {
  readonly clock: Clock
  readonly log: Log
}): (line: Omit<LogLine, 'reason'> & { readonly reason: string }) => void {
  const raisedAt = new Map<string, number>()
  return (line) => {
    const now = clock.now()
    const name = `${line.event} ${line.reason}`
    if (now - (raisedAt.get(name) ?? Number.NEGATIVE_INFINITY) < GAP_MS) return
    raisedAt.set(name, now)
    log(line)
  }
}
