import { ApiError } from '../api/apiError.js'
import { waitingLimit } from '../api/loginApi.js'
import { LoginError } from '../loginError.js'
import type { Frame } from './frame.js'

/** Short after a response, because the server has waited; long when it is unreachable. */
const pauseAfterResponse = 250
const pauseAfterNone = 3_000

/**
 * Repeats a long poll until `settle` returns a result. Survives a lost connection.
 * Rejects once `isActive` returns false.
 */
export async function poll<response, result>(
  frame: Pick<Frame, 'pause'>,
  signal: AbortSignal,
  {
    request,
    settle,
    isActive,
  }: {
    request(options: { signal: AbortSignal; limit: number }): Promise<response>
    settle(response: response): result | undefined
    isActive(): boolean | Promise<boolean>
  },
): Promise<result> {
  for (;;) {
    if (!(await isActive())) throw new ApiError('flow-unknown')
    const response = await request({ signal, limit: waitingLimit }).catch(ignoreUnreachable)
    const result = response && settle(response)
    if (result !== undefined) return result
    await frame.pause(response ? pauseAfterResponse : pauseAfterNone, signal)
  }
}

function ignoreUnreachable(error: unknown): undefined {
  if (error instanceof LoginError && error.failure.code === 'unreachable') return undefined
  throw error
}
