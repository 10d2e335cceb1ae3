import { createHistogram } from '../serving/histogram.js'

/** Metrics of one relay process, as Prometheus text. */
export type Metrics = {
  count(name: CounterName, by?: number): void
  /** Seconds from reading a publish call to its acknowledgement. */
  observePublish(seconds: number): void
  render(gauges: Readonly<Record<string, number>>): string
}

const counterHelp = {
  published: 'Messages stored for delivery.',
  delivered: 'Messages sent to a socket.',
  acknowledged: 'Deliveries a client acknowledged.',
  expired: 'Messages removed after they expired.',
  commits: 'Commits that stored one or more messages.',
  connections: 'Sockets accepted.',
  rejections: 'Sockets rejected.',
  faults: 'Calls answered with an error.',
  dropped: 'Sockets dropped because they were silent or too slow.',
} as const

export type CounterName = keyof typeof counterHelp

const publishBuckets = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5] as const

export function createMetrics(): Metrics {
  const counters = new Map<CounterName, number>()
  const publishes = createHistogram(publishBuckets)
  return {
    count(name, by = 1) {
      counters.set(name, (counters.get(name) ?? 0) + by)
    },
    observePublish: publishes.observe,
    render(gauges) {
      const lines: string[] = []
      for (const [name, help] of Object.entries(counterHelp)) {
        const metric = `latchkey_relay_${name}_total`
        lines.push(`# HELP ${metric} ${help}`, `# TYPE ${metric} counter`)
        lines.push(`${metric} ${counters.get(name as CounterName) ?? 0}`)
      }
      for (const [name, value] of Object.entries(gauges)) {
        lines.push(`# TYPE latchkey_relay_${name} gauge`, `latchkey_relay_${name} ${value}`)
      }
      const metric = 'latchkey_relay_publish_seconds'
      lines.push(`# TYPE ${metric} histogram`, ...publishes.render(metric))
      return `${lines.join('\n')}\n`
    },
  }
}
