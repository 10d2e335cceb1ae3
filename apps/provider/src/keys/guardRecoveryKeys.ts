import { ApiError } from '../errors/ApiError.js'
import type { Log } from '../log.js'
import { type Keyring, KeyringError, type KeyringErrorCode } from './Keyring.js'

const defaultRetryMs = 30_000
/** Errors about all keys; the others are about one share. */
const outages: readonly KeyringErrorCode[] = ['unavailable', 'limited', 'denied', 'bad-response']

/**
 * Recovery keys for the login site: while they are unavailable, callers get a 503 and the log
 * reports it.
 */
export function guardRecoveryKeys(keys: Keyring, log: Log): Keyring {
  function report(error: unknown): KeyringError | undefined {
    if (!(error instanceof KeyringError) || !outages.includes(error.code)) return undefined
    log({ level: 'error', event: 'recovery-keys-failed', reason: error.code })
    return error
  }
  async function withApiErrors<result>(result: Promise<result>): Promise<result> {
    try {
      return await result
    } catch (cause) {
      const outage = report(cause)
      if (!outage) throw cause
      throw new ApiError(503, 'recovery', 'Recovery is not available now. Try again later.', {
        retryAfter: Math.ceil((outage.retryAfterMs ?? defaultRetryMs) / 1_000),
        cause,
      })
    }
  }
  return {
    ...keys,
    /** Keys that cannot be reached are not lost. */
    async has(keyId) {
      try {
        return await keys.has(keyId)
      } catch (cause) {
        if (report(cause)) return true
        throw cause
      }
    },
    currentId: () => withApiErrors(keys.currentId()),
    seal: (plain, context) => withApiErrors(keys.seal(plain, context)),
    open: (sealed, context) => withApiErrors(keys.open(sealed, context)),
    reseal: (sealed, context) => withApiErrors(keys.reseal(sealed, context)),
  }
}
