/** Milliseconds after the first check, all within the time a reconnect waits for its wallet. */
const delays = [50, 200, 500, 1_000, 2_000, 2_900]

/** Checks now and a few times later: extensions inject their objects at any time. */
export function pollForInjected(check: () => void): () => void {
  check()
  const timers = delays.map((delay) => setTimeout(check, delay))
  return () => {
    for (const timer of timers) clearTimeout(timer)
  }
}
