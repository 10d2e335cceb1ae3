import { ApiError } from '../api/apiError.js'
import { waitingLimit } from '../api/loginApi.js'
import { LoginError } from '../loginError.js'
import type { Frame } from './frame.js'

/** After an answer, the server has done the waiting; after none, it may have enough to do. */
const pauseAfterAnswer = 250
const pauseAfterNone = 3_000

/**
 * Asks a call that waits at the server, again and again, until `settle` makes something of its answer.
 * A network that is away for a while is waited for too. Rejects once `isLive` says that nobody waits.
 */
export async function poll<answer, result>(
  frame: Pick<Frame, 'pause'>,
  signal: AbortSignal,
  {
    ask,
    settle,
    isActive,
  }: {
    ask(options: { signal: AbortSignal; limit: number }): Promise<answer>
    settle(answer: answer): result | undefined
    isActive(): boolean | Promise<boolean>
  },
): Promise<result> {
  for (;;) {
    if (!(await isActive())) throw new ApiError('flow-unknown')
    const answer = await ask({ signal, limit: waitingLimit }).catch(ignoreUnreachable)
    const result = answer && settle(answer)
    if (result !== undefined) return result
    await frame.pause(answer ? pauseAfterAnswer : pauseAfterNone, signal)
  }
}

function ignoreUnreachable(error: unknown): undefined {
  if (error instanceof LoginError && error.failure.code === 'unreachable') return undefined
  throw error
}
