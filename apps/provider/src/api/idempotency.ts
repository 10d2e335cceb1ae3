import { createHash } from 'node:crypto'
import type { Clock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import { errorResponse, type HttpResponse } from '../http/response.js'
import type { Caller, RawRequest } from '../http/route.js'
import type { CallKey, IdempotentCallStore } from '../store/idempotentCalls.js'

/** Makes it safe to repeat a request that changes something. */
export type Idempotency = {
  /** Runs a call once per key; repeats get the stored response. */
  once(name: string, call: RepeatableCall, run: () => Promise<HttpResponse>): Promise<HttpResponse>
  /** Call it regularly: removes responses older than a day. */
  sweep(): Promise<void>
}

type RepeatableCall = { readonly request: RawRequest; readonly caller: Caller }

const lifetimeMs = 86_400_000
/** No call takes this long: the process that claimed it has crashed. */
const abandonedMs = 60_000
/** Long enough to be random: a guessable key would let others read the response. */
const keyPattern = /^[!-~]{16,255}$/

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
      if (!keyPattern.test(key)) {
        throw new ApiError(
          400,
          headerName,
          'An Idempotency-Key needs 16 to 255 visible characters.',
        )
      }
      const now = clock.now()
      const call: CallKey = { projectId: caller.project.id, caller: callerDigest(caller), key }
      const claim = await store.claim(
        call,
        digest(requestText(name, request)),
        now,
        now - abandonedMs,
      )
      switch (claim.state) {
        case 'done':
          return claim.response
        case 'mismatch':
          throw new ApiError(422, headerName, 'This Idempotency-Key was used for another request.')
        case 'running':
          throw new ApiError(
            409,
            headerName,
            'The first request with this Idempotency-Key is still running.',
            {
              retryAfter: 1,
            },
          )
        case 'claimed':
          return runAndStore(call, now, run)
      }
    },
    async sweep() {
      await store.removeBefore(clock.now() - lifetimeMs)
    },
  }

  async function runAndStore(call: CallKey, since: number, run: () => Promise<HttpResponse>) {
    let response: HttpResponse
    try {
      response = await run()
    } catch (error) {
      // A retry can end differently, so this response is not stored.
      if (!(error instanceof ApiError) || error.status === 429 || error.status >= 500) {
        await store.release(call, since)
        throw error
      }
      response = errorResponse(error)
    }
    const { status, headers, body } = response
    await store.complete(call, since, { status, headers, body: body as string | null })
    return response
  }
}

const headerName = 'idempotency-key'

/** The site, or the network of a program without an origin. */
function callerDigest({ origin, network }: Caller): Buffer {
  return digest(JSON.stringify(origin === undefined ? { network: network ?? '' } : { origin }))
}

function requestText(name: string, { params, body }: RawRequest): string {
  return JSON.stringify([name, params, body])
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
