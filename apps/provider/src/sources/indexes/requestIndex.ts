import { type Clock, sleep } from '../../clock.js'
import { withDeadline } from '../../deadline.js'
import { parseExact } from '../../nodes/exactJson.js'
import type { HttpClient, HttpClientResponse } from '../../nodes/HttpClient.js'
import { IndexError } from './ChainIndex.js'

export type IndexParts = {
  readonly http: HttpClient
  readonly clock: Clock
  /** Without a slash at its end. */
  readonly url: string
  readonly key?: string | undefined
  /** Calls per second that the key allows. */
  readonly perSecond: number
}

/** Sends a call to an index when its rate allows it. Resolves with the JSON of a successful answer. */
export type IndexCall = (
  url: string,
  body: string | undefined,
  signal: AbortSignal,
) => Promise<unknown>

const timeoutMs = 6_000
/** Calls that would have to wait longer fail, so that another index is used. */
const maxWaitMs = 4_000
const maxBytes = 4 * 1_048_576
const maxRetryAfterMs = 3_600_000

export function createIndexCall({
  http,
  clock,
  perSecond,
}: Pick<IndexParts, 'http' | 'clock' | 'perSecond'>): IndexCall {
  let nextFree = 0

  async function waitForTurn(): Promise<void> {
    const start = Math.max(clock.now(), nextFree)
    const wait = start - clock.now()
    if (wait > maxWaitMs) throw new IndexError('rate-limited', 'Too many calls are waiting.', wait)
    nextFree = start + 1_000 / perSecond
    if (wait > 0) await sleep(clock, wait)
  }

  return async (url, body, outer) => {
    await waitForTurn()
    const response = await withDeadline(
      clock,
      timeoutMs,
      (signal) =>
        http.send(url, {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            accept: 'application/json',
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body }),
          signal,
          maxBytes,
        }),
      outer,
    ).catch((reason: unknown) => {
      // Not as the cause: the URL has the key.
      const isTooLarge = (reason as { code?: unknown }).code === 'too-large'
      throw new IndexError(isTooLarge ? 'malformed' : 'no-answer', 'The index did not answer.')
    })
    assertStatus(response, clock.now())
    return parseBody(response)
  }
}

function assertStatus(response: HttpClientResponse, now: number): void {
  const { status } = response
  if (status === 200) return
  const message = `The index answered with status ${status}.`
  if (status === 429) throw new IndexError('rate-limited', message, readRetryAfter(response, now))
  if (status === 401 || status === 402 || status === 403) {
    throw new IndexError('unauthorized', message)
  }
  if (status === 404) throw new IndexError('unsupported', message)
  throw new IndexError(status >= 500 || status === 408 ? 'no-answer' : 'malformed', message)
}

function parseBody({ bytes }: HttpClientResponse): unknown {
  try {
    return parseExact(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new IndexError('malformed', 'The answer is not JSON.')
  }
}

function readRetryAfter({ headers }: HttpClientResponse, now: number): number | undefined {
  const text = headers['retry-after'] ?? ''
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return wait > 0 ? Math.min(wait, maxRetryAfterMs) : undefined
}
