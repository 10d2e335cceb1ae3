import { createHash } from 'node:crypto'
import type { Clock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import { type Answer, refusalAnswer } from '../http/answer.js'
import type { Caller, RawRequest } from '../http/route.js'
import type { CallKey, IdempotentCallStore } from '../store/idempotentCalls.js'

/** Lets a caller repeat a call that changes something, without changing it twice. */
export interface Idempotency {
  /** Runs a call once for a key; whoever repeats it gets the very answer of the first. */
  once(name: string, asked: Asked, run: () => Promise<Answer>): Promise<Answer>
  /** To be called now and then: forgets what is older than a day. */
  sweep(): Promise<void>
}

type Asked = { readonly request: RawRequest; readonly caller: Caller }

const KEPT_MS = 86_400_000
/** No call takes this long: whoever began it has ended without a word. */
const STALE_MS = 60_000
/** As drawn by chance: keys that others could guess would let them read the answer. */
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
        throw new ApiError(400, FIELD, 'An Idempotency-Key has 16 to 255 visible characters.')
      }
      const now = clock.now()
      const call: CallKey = { projectId: caller.project.id, caller: callerOf(caller), key }
      const claim = await store.claim(call, digest(questionOf(name, request)), now, now - STALE_MS)
      switch (claim.state) {
        case 'answered':
          return claim.answer
        case 'another':
          throw new ApiError(422, FIELD, 'This Idempotency-Key was used for another request.')
        case 'under-way':
          throw new ApiError(
            409,
            FIELD,
            'The first request with this Idempotency-Key is not done.',
            {
              retryAfter: 1,
            },
          )
        case 'mine':
          return answered(call, now, run)
      }
    },
    async sweep() {
      await store.removeBefore(clock.now() - KEPT_MS)
    },
  }

  async function answered(call: CallKey, since: number, run: () => Promise<Answer>) {
    let answer: Answer
    try {
      answer = await run()
    } catch (error) {
      // What may turn out otherwise the next time is not an answer to keep.
      if (!(error instanceof ApiError) || error.status === 429 || error.status >= 500) {
        await store.release(call, since)
        throw error
      }
      answer = refusalAnswer(error)
    }
    const { status, headers, body } = answer
    await store.answer(call, since, { status, headers, body: body as string | null })
    return answer
  }
}

const FIELD = 'idempotency-key'

/** The site; a program has none and is known by its network. */
function callerOf({ origin, network }: Caller): Buffer {
  return digest(JSON.stringify(origin === undefined ? { network: network ?? '' } : { origin }))
}

function questionOf(name: string, { params, body }: RawRequest): string {
  return JSON.stringify([name, params, body])
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
