/** A Prometheus histogram of durations. */
export type Histogram = {
  observe(seconds: number): void
  /** Lines of one metric, each with `labels` such as `endpoint="getWallets"`. */
  render(metric: string, labels?: string): string[]
}

export function createHistogram(edges: readonly number[]): Histogram {
  const counts = edges.map(() => 0)
  let observations = 0
  let sum = 0
  return {
    observe(seconds) {
      observations += 1
      sum += seconds
      edges.forEach((edge, index) => {
        if (seconds <= edge) counts[index] = (counts[index] ?? 0) + 1
      })
    },
    render(metric, labels) {
      const before = labels === undefined ? '' : `${labels},`
      const whole = labels === undefined ? '' : `{${labels}}`
      return [
        ...edges.map((edge, index) => `${metric}_bucket{${before}le="${edge}"} ${counts[index]}`),
        `${metric}_bucket{${before}le="+Inf"} ${observations}`,
        `${metric}_sum${whole} ${sum}`,
        `${metric}_count${whole} ${observations}`,
      ]
    },
  }
}
