import type { RandomBytes } from '../ports.js'

const firstDelayMs = 500
const maxDelayMs = 30_000

export type Backoff = {
  /**
   * The delay before the next attempt. Doubles each time; half of it is random, so that clients that
   * lost their connection together do not reconnect together.
   */
  next(): number
  reset(): void
}

export function createBackoff(random: RandomBytes): Backoff {
  let tries = 0
  return {
    next() {
      const ceiling = Math.min(maxDelayMs, firstDelayMs * 2 ** tries)
      tries += 1
      const [high = 0, low = 0] = random(2)
      return Math.round(ceiling * (0.5 + (high * 256 + low) / 131_072))
    },
    reset() {
      tries = 0
    },
  }
}
