import { loginRefusal } from '../session/loginRefusal.js'

/** How many calls may wait at once, in all and from one network. */
const MOST = 2_000
const MOST_PER_NETWORK = 20

export interface Waits {
  /** Counts a call that waits until it is over. Throws an ApiError when too many do. */
  during<result>(network: string | undefined, wait: () => Promise<result>): Promise<result>
}

export function createWaits(): Waits {
  const byNetwork = new Map<string, number>()
  let all = 0
  return {
    async during(network = '', wait) {
      const here = byNetwork.get(network) ?? 0
      // Within the development allowance there is no network to count.
      if (all >= MOST || (network !== '' && here >= MOST_PER_NETWORK)) {
        throw loginRefusal('too-many', { retryAfterMs: 1_000 })
      }
      all += 1
      byNetwork.set(network, here + 1)
      try {
        return await wait()
      } finally {
        all -= 1
        const left = (byNetwork.get(network) ?? 1) - 1
        if (left === 0) byNetwork.delete(network)
        else byNetwork.set(network, left)
      }
    },
  }
}
