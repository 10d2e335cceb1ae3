import type { PairingClock, RandomBytes } from './ports.js'

/**
 * Sixteen digits: time in milliseconds and three of chance. They only ever grow, because peers tell
 * newer from older by them, and they stay below 2^53, because peers parse them as doubles.
 */
export function createIdSource(clock: PairingClock, random: RandomBytes): () => number {
  let last = 0
  return () => {
    const [high = 0, low = 0] = random(2)
    const candidate = clock.now() * 1000 + ((high * 256 + low) % 1000)
    last = Math.max(candidate, last + 1)
    return last
  }
}
