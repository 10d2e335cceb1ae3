import { loginError } from '../session/loginError.js'

/** Concurrent long polls, in total and per network. */
const maxTotal = 2_000
const maxPerNetwork = 20

export type LongPolls = {
  /** Runs a long poll. Throws an ApiError if too many are running. */
  run<result>(network: string | undefined, wait: () => Promise<result>): Promise<result>
}

export function createLongPolls(): LongPolls {
  const byNetwork = new Map<string, number>()
  let all = 0
  return {
    async run(network = '', wait) {
      const fromNetwork = byNetwork.get(network) ?? 0
      // Without a network (the development allowance) only the total is limited.
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
