import { createHash } from 'node:crypto'
import type { Clock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import { type Answer, refusalAnswer } from '../http/answer.js'
import type { Caller, RawRequest } from '../http/route.js'
import type { CallKey, IdempotentCallStore } from '../store/idempotentCalls.js'

/** Makes it safe to repeat a request that changes something. */
export interface Idempotency {
  /** Runs a call once per key; repeats get the stored response. */
  once(name: string, asked: Asked, run: () => Promise<Answer>): Promise<Answer>
  /** Call it regularly: removes responses older than a day. */
  sweep(): Promise<void>
}

type Asked = { readonly request: RawRequest; readonly caller: Caller }

const KEPT_MS = 86_400_000
/** No call takes this long: the process that claimed it has crashed. */
const STALE_MS = 60_000
/** Long enough to be random: a guessable key would let others read the response. */
const KEY = /^[!-~]{16,255}$/

export function createIdempotency({
  store,
  clock,
}: {
  store: IdempotentCallStore
  clock: Clock
}): Idempotency {
  return {
    async once(name, { request, caller }, run) {
      const key = request.headers.get('idempotency-key')
      if (key === null) return run()
      if (!KEY.test(key)) {
        throw new ApiError(400, FIELD, 'An Idempotency-Key needs 16 to 255 visible characters.')
      }
      const now = clock.now()
      const call: CallKey = { projectId: caller.project.id, caller: callerOf(caller), key }
      const claim = await store.claim(call, digest(questionOf(name, request)), now, now - STALE_MS)
      switch (claim.state) {
        case 'done':
          return claim.response
        case 'mismatch':
          throw new ApiError(422, FIELD, 'This Idempotency-Key was used for another request.')
        case 'running':
          throw new ApiError(
            409,
            FIELD,
            'The first request with this Idempotency-Key is still running.',
            {
              retryAfter: 1,
            },
          )
        case 'claimed':
          return answered(call, now, run)
      }
    },
    async sweep() {
      await store.removeBefore(clock.now() - KEPT_MS)
    },
  }

  async function answered(call: CallKey, since: number, run: () => Promise<Answer>) {
    let response: Answer
    try {
      response = await run()
    } catch (error) {
      // A retry can end differently, so this response is not stored.
      if (!(error instanceof ApiError) || error.status === 429 || error.status >= 500) {
        await store.release(call, since)
        throw error
      }
      response = refusalAnswer(error)
    }
    const { status, headers, body } = response
    await store.answer(call, since, { status, headers, body: body as string | null })
    return response
  }
}

const FIELD = 'idempotency-key'

/** The site, or the network of a program without an origin. */
function callerOf({ origin, network }: Caller): Buffer {
  return digest(JSON.stringify(origin === undefined ? { network: network ?? '' } : { origin }))
}

function questionOf(name: string, { params, body }: RawRequest): string {
  return JSON.stringify([name, params, body])
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
