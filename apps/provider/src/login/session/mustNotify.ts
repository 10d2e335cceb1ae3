import { ApiError } from '../../errors/ApiError.js'
import { failureName, type Log } from '../../log.js'
import type { Notify } from '../LoginParts.js'

/** Refuses an action if its notice cannot be sent. */
export function withNoticeErrors(notify: Notify, log: Log): Notify {
  return async (notice, signal) => {
    try {
      await notify(notice, signal)
    } catch (cause) {
      log({ level: 'error', event: 'notice-failed', reason: failureName(cause) })
      throw new ApiError(503, 'notice', 'The notice about this could not be sent.', {
        retryAfter: 30,
        cause,
      })
    }
  }
}
