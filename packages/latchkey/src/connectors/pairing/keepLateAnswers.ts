import type { createDappClient } from '@latchkey/pairing/dapp'
import type { PairingEvents } from '@latchkey/pairing/events'

export type LateResponse = PairingEvents['late_response']

export type LateAnswers = {
  /** `take` says whether an answer is its own. Those that came before are offered to it at once. */
  offer(take: (late: LateResponse) => boolean): () => void
}

/** More than a page can have asked for before it was left. */
const mostKept = 64

/**
 * A client that is restored tells what came while the page was away, which is before the wallets it is
 * about are there again. A transaction may have been sent: nobody's answer is kept until it is somebody's.
 */
export function keepLateAnswers({
  on,
}: Pick<ReturnType<typeof createDappClient>, 'on'>): LateAnswers {
  const takers = new Set<(late: LateResponse) => boolean>()
  const kept: LateResponse[] = []
  on('late_response', (late) => {
    const isTaken = [...takers].filter((take) => take(late)).length > 0
    if (!isTaken && kept.length < mostKept) kept.push(late)
  })
  return {
    offer(take) {
      takers.add(take)
      kept.push(...kept.splice(0).filter((late) => !take(late)))
      return () => takers.delete(take)
    },
  }
}
