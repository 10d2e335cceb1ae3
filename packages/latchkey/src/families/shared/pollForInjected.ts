/** Milliseconds after the first look: within what a reconnect waits for its wallet. */
const looks = [50, 200, 500, 1_000, 2_000, 2_900]

/** Looks now, and a few times more: extensions put their objects into a page when they get to it. */
export function pollForInjected(look: () => void): () => void {
  look()
  const timers = looks.map((after) => setTimeout(look, after))
  return () => {
    for (const timer of timers) clearTimeout(timer)
  }
}
