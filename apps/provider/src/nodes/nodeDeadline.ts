import type { Clock } from '../clock.js'
import { DeadlineError, withDeadline } from '../deadline.js'
import { ApiError } from '../errors/ApiError.js'

const responseTimeoutMs = 10_000

/** Bounds all node calls of one response together. Throws an ApiError (503) when the time is over. */
export async function withNodeDeadline<value>(clock: Clock, work: Promise<value>): Promise<value> {
  try {
    return await withDeadline(clock, responseTimeoutMs, () => work)
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error
    throw new ApiError(503, 'chainId', 'The chain takes too long to respond at the moment.')
  }
}
