import { quantile } from '../reliability/figures.mjs'

/**
 * Repeats a request on each connection, one at a time, and measures after the warm-up. `send` returns false
 * for a wrong response.
 */
export async function measure(send, { connections, seconds, warmUp }) {
  const began = performance.now()
  const countFrom = began + warmUp * 1_000
  const end = countFrom + seconds * 1_000
  const times = []
  let sent = 0
  let failures = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (;;) {
        const start = performance.now()
        if (start >= end) return
        sent += 1
        const isRight = await send()
        if (!isRight) failures += 1
        else if (start >= countFrom) times.push(performance.now() - start)
      }
    }),
  )
  return {
    connections,
    /** Including the warm-up. */
    sent,
    failures,
    perSecond: times.length / ((performance.now() - countFrom) / 1_000),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}
