import * as v from 'valibot'
import type { Clock } from '../../../clock.js'
import { withDeadline } from '../../../deadline.js'
import type { HttpClient, HttpClientResponse } from '../../../nodes/HttpClient.js'
import { ExchangeError, type ExchangeErrorCode } from '../Exchange.js'

export type AggregatorParts = {
  readonly http: HttpClient
  readonly clock: Clock
  /** The API's address, without a slash at its end. */
  readonly url: string
  readonly key?: string | undefined
}

type AggregatorRequest<schema extends v.GenericSchema> = {
  readonly path: string
  /** Undefined values are left out. */
  readonly query: Readonly<Record<string, string | undefined>>
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON by POST. */
  readonly body?: object | undefined
  readonly schema: schema
  /** What the body of a rejected request means. */
  readonly explain: (body: unknown, status: number) => ExchangeErrorCode | undefined
}

const timeoutMs = 4_000
const maxBytes = 1_048_576
const maxRetryAfterSeconds = 60

/** One call to an aggregator. Throws an ExchangeError, never with the key or the URL in it. */
export async function requestAggregator<const schema extends v.GenericSchema>(
  { http, clock, url }: AggregatorParts,
  { path, query, headers, body: sent, schema, explain }: AggregatorRequest<schema>,
  signal?: AbortSignal,
): Promise<v.InferOutput<schema>> {
  const fields = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(fields as [string, string][]).toString()
  const address = `${url}${path}${search && `?${search}`}`
  const accept = { accept: 'application/json', ...headers }
  let response: HttpClientResponse
  try {
    response = await withDeadline(
      clock,
      timeoutMs,
      (signal) =>
        http.send(address, {
          ...(sent
            ? {
                method: 'POST',
                headers: { ...accept, 'content-type': 'application/json' },
                body: JSON.stringify(sent),
              }
            : { method: 'GET', headers: accept }),
          signal,
          maxBytes,
        }),
      signal,
    )
  } catch (cause) {
    const isTooLarge = (cause as { code?: unknown }).code === 'too-large'
    throw new ExchangeError(isTooLarge ? 'malformed' : 'no-answer', 'No answer.', { cause })
  }
  const { status } = response
  const body = parseBody(response)
  if (status !== 200) {
    const code = codeOf(status) ?? explain(body, status) ?? 'malformed'
    throw new ExchangeError(code, `Rejected with status ${status}.`, {
      retryAfterMs: readRetryAfter(response),
    })
  }
  const result = v.safeParse(schema, body)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new ExchangeError('malformed', `The answer's ${v.getDotPath(issue) ?? 'body'} is wrong.`)
}

/** Throws for an answer that does not fit the request. */
export function assertAnswer(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new ExchangeError('malformed', problem)
}

function codeOf(status: number): ExchangeErrorCode | undefined {
  if (status === 429) return 'rate-limited'
  if (status === 401 || status === 403) return 'unauthorized'
  return status >= 500 || status === 408 ? 'no-answer' : undefined
}

function parseBody({ bytes }: HttpClientResponse): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

function readRetryAfter({ headers }: HttpClientResponse): number | undefined {
  const seconds = Number(headers['retry-after'])
  return seconds > 0 ? Math.min(seconds, maxRetryAfterSeconds) * 1_000 : undefined
}
