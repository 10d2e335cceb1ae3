import { createHash } from 'node:crypto'
import type { Caching } from '@latchkey/wire/http/endpoint'
import type { Failure } from '@latchkey/wire/http/failure'
import type { ApiError, ApiErrorStatus } from '../errors/ApiError.js'
import { imageHeaders, jsonHeaders } from '../serving/headers.js'
import type { ImageReply } from './route.js'

/** A response before the headers that all responses share. */
export interface Answer {
  readonly status: number
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
}

export function jsonAnswer(status: number, value: unknown, caching: Caching = 'personal'): Answer {
  return { status, body: JSON.stringify(value), headers: jsonHeaders(caching) }
}

export function imageAnswer({ contentType, bytes }: ImageReply): Answer {
  return { status: 200, body: bytes, headers: imageHeaders(contentType) }
}

export function emptyAnswer(status: number): Answer {
  return { status, body: null, headers: {} }
}

/** Converts a complete `Response`. */
export function answerOf({ status, body, headers }: Response): Answer {
  return { status, body, headers: Object.fromEntries(headers) }
}

export function failureAnswer(status: ApiErrorStatus | 500, reasons: Failure['reasons']): Answer {
  return jsonAnswer(status, { status: 'FAILED', reasons } satisfies Failure)
}

export function refusalAnswer({ status, reasons, retryAfter }: ApiError): Answer {
  const response = failureAnswer(status, reasons)
  return retryAfter === undefined
    ? response
    : withHeader(response, 'retry-after', String(retryAfter))
}

export function withHeader(response: Answer, name: string, value: string): Answer {
  return { ...response, headers: { ...response.headers, [name]: value } }
}

/** Adds an `ETag`; 304 without a body if the caller already has this content. */
export function tagged(response: Answer, ifNoneMatch: string | null): Answer {
  const tag = tagOf(response.body as string | Uint8Array)
  const known = ifNoneMatch?.split(',').map((part) => part.trim().replace(/^W\//, '')) ?? []
  if (!known.includes(tag)) return withHeader(response, 'etag', tag)
  const { 'content-type': _, ...headers } = response.headers
  return { status: 304, body: null, headers: { ...headers, etag: tag } }
}

function tagOf(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
