import type { Clock } from '../../clock.js'
import type { Log, LogLine } from '../../log.js'

/** Reports to the operator. */
export type Alarm = {
  raise(line: Omit<LogLine, 'reason'> & { readonly reason: string }): void
  /** How often each alarm was raised, as lines of Prometheus text. */
  render(): readonly string[]
}

const minGapMs = 60_000
const metricName = 'latchkey_login_alarms_total'

/** Logs each alarm at most once a minute, so that an attack does not fill the log. */
export function createAlarm({ clock, log }: { readonly clock: Clock; readonly log: Log }): Alarm {
  const raised = new Map<string, { count: number; loggedAt: number }>()
  return {
    raise(line) {
      const name = `event="${line.event}",reason="${line.reason}"`
      const known = raised.get(name) ?? { count: 0, loggedAt: Number.NEGATIVE_INFINITY }
      raised.set(name, known)
      known.count += 1
      if (clock.now() - known.loggedAt < minGapMs) return
      known.loggedAt = clock.now()
      log(line)
    },
    render: () => [
      `# HELP ${metricName} Times a limit of the log-in by email was exceeded.`,
      `# TYPE ${metricName} counter`,
      ...Array.from(raised, ([labels, { count }]) => `${metricName}{${labels}} ${count}`),
    ],
  }
}
