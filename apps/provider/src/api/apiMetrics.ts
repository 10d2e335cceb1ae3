import { createHistogram, type Histogram } from '../serving/histogram.js'

/** Figures of the API in one process, in Prometheus text. */
export interface ApiMetrics {
  answered(endpoint: string, status: number, seconds: number): void
  render(): string
}

const EDGES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

const REQUESTS = 'latchkey_api_requests_total'
const SECONDS = 'latchkey_api_request_seconds'
const MEMORY = 'latchkey_api_resident_bytes'

export function createApiMetrics(): ApiMetrics {
  const requests = new Map<string, number>()
  const durations = new Map<string, Histogram>()
  return {
    answered(endpoint, status, seconds) {
      const labels = `endpoint="${endpoint}",status="${status}"`
      requests.set(labels, (requests.get(labels) ?? 0) + 1)
      const known = durations.get(endpoint) ?? createHistogram(EDGES)
      durations.set(endpoint, known)
      known.observe(seconds)
    },
    render() {
      const lines = [
        `# HELP ${REQUESTS} Requests answered.`,
        `# TYPE ${REQUESTS} counter`,
        ...Array.from(requests, ([labels, count]) => `${REQUESTS}{${labels}} ${count}`),
        `# HELP ${SECONDS} From the first byte of a request to its answer.`,
        `# TYPE ${SECONDS} histogram`,
        ...Array.from(durations, ([endpoint, histogram]) =>
          histogram.render(SECONDS, `endpoint="${endpoint}"`),
        ).flat(),
        `# TYPE ${MEMORY} gauge`,
        `${MEMORY} ${process.memoryUsage().rss}`,
      ]
      return `${lines.join('\n')}\n`
    },
  }
}
