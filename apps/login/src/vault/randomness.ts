import { LoginFault } from '../loginFault.js'

/**
 * Keys are made only where randomness is: a missing source is refused, and so is one that somebody put
 * in its place and that gives itself away.
 */
export function drawSeed(
  source: Pick<Crypto, 'getRandomValues'> | undefined,
): Uint8Array<ArrayBuffer> {
  if (typeof source?.getRandomValues !== 'function') throw noRandomness()
  const draws = Array.from({ length: 3 }, () => source.getRandomValues(new Uint8Array(32)))
  const texts = draws.map(String)
  // 32 random bytes with fewer than eight different values among them are not random.
  const isPoor = draws.some((bytes) => !(bytes instanceof Uint8Array) || new Set(bytes).size < 8)
  if (isPoor || new Set(texts).size < draws.length) throw noRandomness()
  const [seed, ...rest] = draws as [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]]
  for (const bytes of rest) bytes.fill(0)
  return seed
}

const noRandomness = () =>
  new LoginFault({ code: 'login-failed', message: 'This browser cannot make keys safely' })
