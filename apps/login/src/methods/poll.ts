import { ApiError } from '../api/apiError.js'
import { waitingLimit } from '../api/loginApi.js'
import { LoginError } from '../loginError.js'
import type { Frame } from './frame.js'

/** Short after a response, because the server has waited; long when it is unreachable. */
const pauseAfterAnswer = 250
const pauseAfterNone = 3_000

/**
 * Repeats a long poll until `settle` returns a result. Survives a lost connection.
 * Rejects once `isActive` returns false.
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
