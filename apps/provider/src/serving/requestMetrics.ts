import { createHistogram, type Histogram } from './histogram.js'

/** Request metrics of one server, as Prometheus text. */
export type RequestMetrics = {
  record(endpoint: string, status: number, seconds: number): void
  render(): string
}

const bucketEdges = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

export function createRequestMetrics(
  role: 'api' | 'login' | 'key_holder',
  more: () => readonly string[] = () => [],
): RequestMetrics {
  const counter = `latchkey_${role}_requests_total`
  const duration = `latchkey_${role}_request_seconds`
  const memory = `latchkey_${role}_resident_bytes`
  const requests = new Map<string, number>()
  const durations = new Map<string, Histogram>()
  return {
    record(endpoint, status, seconds) {
      const labels = `endpoint="${endpoint}",status="${status}"`
      requests.set(labels, (requests.get(labels) ?? 0) + 1)
      const known = durations.get(endpoint) ?? createHistogram(bucketEdges)
      durations.set(endpoint, known)
      known.observe(seconds)
    },
    render() {
      const lines = [
        `# HELP ${counter} Requests handled.`,
        `# TYPE ${counter} counter`,
        ...Array.from(requests, ([labels, count]) => `${counter}{${labels}} ${count}`),
        `# HELP ${duration} Time from the first byte of a request to its response.`,
        `# TYPE ${duration} histogram`,
        ...Array.from(durations, ([endpoint, histogram]) =>
          histogram.render(duration, `endpoint="${endpoint}"`),
        ).flat(),
        `# TYPE ${memory} gauge`,
        `${memory} ${process.memoryUsage().rss}`,
        ...more(),
      ]
      return `${lines.join('\n')}\n`
    },
  }
}
