import { loginError } from '../session/loginError.js'

/** How many calls may wait at once, in all and from one network. */
const maxTotal = 2_000
const maxPerNetwork = 20

export type LongPolls = {
  /** Counts a call that waits until it is over. Throws an ApiError when too many do. */
  run<result>(network: string | undefined, wait: () => Promise<result>): Promise<result>
}

export function createLongPolls(): LongPolls {
  const byNetwork = new Map<string, number>()
  let all = 0
  return {
    async run(network = '', wait) {
      const fromNetwork = byNetwork.get(network) ?? 0
      // Within the development allowance there is no network to count.
      if (all >= maxTotal || (network !== '' && fromNetwork >= maxPerNetwork)) {
        throw loginError('too-many', { retryAfterMs: 1_000 })
      }
      all += 1
      byNetwork.set(network, fromNetwork + 1)
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
