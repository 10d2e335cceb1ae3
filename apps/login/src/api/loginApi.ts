import type { Endpoint, InputOf, ResponseOf } from '@latchkey/wire/http/endpoint'
import { failure } from '@latchkey/wire/http/failure'
import {
  frameKeyHeader,
  type LoginErrorReason,
  loginErrorReasons,
} from '@latchkey/wire/login/fields'
import * as v from 'valibot'
import { LoginError } from '../loginError.js'
import { ApiError } from './apiError.js'
import { fetchJson } from './fetchJson.js'
import { unreachable, withTimeout } from './timeout.js'

/** A call of the login site's own API. Rejects with a `LoginError`, or the signal's reason. */
export type LoginApi = <endpoint extends Endpoint>(
  endpoint: endpoint,
  input: InputOf<endpoint>,
  options: {
    readonly signal: AbortSignal
    /** Token of the session, for calls that need one. */
    readonly token?: string
    /** Milliseconds; 15 s by default. */
    readonly limit?: number
    /** Sent even if the document is closed. */
    readonly keepalive?: boolean
  },
) => Promise<ResponseOf<endpoint>>

/** Timeout of long polls; the server responds after at most 25 s. */
export const waitingLimit = 35_000
const usualLimit = 15_000
const sizeLimit = 256 * 1024
/** The date header has whole seconds, and responses take time. */
const clockSlack = 30_000

export function createLoginApi({
  fetch,
  projectId,
  origin,
  frameKey,
}: {
  readonly fetch: typeof globalThis.fetch
  readonly projectId: string
  /** Origin of the page around the frame; a session is valid only there. */
  readonly origin: string
  /** The frame's public key: sessions made by this frame are bound to it. */
  readonly frameKey: string
}): LoginApi {
  return async (endpoint, input, { signal, token, limit = usualLimit, keepalive = false }) =>
    withTimeout(limit, signal, async (bounded) => {
      const request = {
        method: endpoint.method,
        headers: {
          'content-type': 'application/json',
          'x-project-id': projectId,
          'x-site-origin': origin,
          [frameKeyHeader]: frameKey,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(input),
        signal: bounded,
        keepalive,
        credentials: 'same-origin' as const,
      }
      const { response, body } = await fetchJson(fetch, endpoint.path, request, sizeLimit)
      if (!response.ok) throw toError(response, body)
      if (!endpoint.response) return undefined as ResponseOf<typeof endpoint>
      const parsed = v.safeParse(endpoint.response, body)
      if (!parsed.success) throw unreachable()
      return toLocalClock(response, parsed.output) as ResponseOf<typeof endpoint>
    })
}

function toError(response: Response, body: unknown): LoginError {
  const envelope = v.safeParse(failure, body)
  const reason = envelope.success ? envelope.output.reasons[0]?.field : undefined
  if (isLoginErrorReason(reason)) return new ApiError(reason, parseRetryAfter(response))
  if (response.status === 429) return new ApiError('too-many', parseRetryAfter(response))
  if (response.status >= 500) return unreachable()
  return new LoginError({ code: 'invalid-request', message: 'The request was rejected' })
}

/** Converts a time of the server to the local clock, since visitors' clocks are often wrong. */
function toLocalClock(response: Response, body: unknown): unknown {
  const served = Date.parse(response.headers.get('date') ?? '')
  const ahead = Date.now() - served
  const isTimed = typeof body === 'object' && body !== null && 'expiresAt' in body
  if (!isTimed || typeof body.expiresAt !== 'number' || !(Math.abs(ahead) > clockSlack)) {
    return body
  }
  return { ...body, expiresAt: body.expiresAt + ahead }
}

function isLoginErrorReason(value: unknown): value is LoginErrorReason {
  return (loginErrorReasons as readonly unknown[]).includes(value)
}

function parseRetryAfter(response: Response): number | undefined {
  const text = response.headers.get('retry-after')
  return text && /^\d{1,6}$/.test(text) ? Number(text) : undefined
}
