import { createHash } from 'node:crypto'
import type { Caching } from '@latchkey/wire/http/endpoint'
import type { Failure } from '@latchkey/wire/http/failure'
import type { ApiError, ApiErrorStatus } from '../errors/ApiError.js'
import { imageHeaders, jsonHeaders } from '../serving/headers.js'
import type { ImageReply } from './route.js'

/** What goes out, before the headers that every answer has. */
export interface Answer {
  readonly status: number
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
  /** Names in small letters. */
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

/** An answer somebody else has made whole. */
export function answerOf({ status, body, headers }: Response): Answer {
  return { status, body, headers: Object.fromEntries(headers) }
}

export function failureAnswer(status: ApiErrorStatus | 500, reasons: Failure['reasons']): Answer {
  return jsonAnswer(status, { status: 'FAILED', reasons } satisfies Failure)
}

export function refusalAnswer({ status, reasons, retryAfter }: ApiError): Answer {
  const answer = failureAnswer(status, reasons)
  return retryAfter === undefined ? answer : withHeader(answer, 'retry-after', String(retryAfter))
}

export function withHeader(answer: Answer, name: string, value: string): Answer {
  return { ...answer, headers: { ...answer.headers, [name]: value } }
}

/** Gives an answer a tag, and leaves out its body for whoever has the very same one already. */
export function tagged(answer: Answer, ifNoneMatch: string | null): Answer {
  const tag = tagOf(answer.body as string | Uint8Array)
  const known = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  if (!known.includes(tag)) return withHeader(answer, 'etag', tag)
  const { 'content-type': _, ...headers } = answer.headers
  return { status: 304, body: null, headers: { ...headers, etag: tag } }
}

function tagOf(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
