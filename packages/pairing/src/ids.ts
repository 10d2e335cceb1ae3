import type { PairingClock, RandomBytes } from './ports.js'

/**
 * 16 digits: milliseconds and three random digits. Ids always grow, because peers order messages by
 * them, and stay below 2^53, because peers parse them as doubles.
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
