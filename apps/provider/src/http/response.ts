import { createHash } from 'node:crypto'
import type { Caching } from '@latchkey/wire/http/endpoint'
import type { Failure } from '@latchkey/wire/http/failure'
import type { ApiError, ApiErrorStatus } from '../errors/ApiError.js'
import { imageHeaders, jsonHeaders } from '../serving/headers.js'
import type { ImageFile } from './route.js'

/** A response before the headers that all responses share. */
export type HttpResponse = {
  readonly status: number
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
}

export function jsonResponse(
  status: number,
  value: unknown,
  caching: Caching = 'personal',
): HttpResponse {
  return { status, body: JSON.stringify(value), headers: jsonHeaders(caching) }
}

export function imageResponse({ contentType, bytes }: ImageFile): HttpResponse {
  return { status: 200, body: bytes, headers: imageHeaders(contentType) }
}

export function emptyResponse(status: number): HttpResponse {
  return { status, body: null, headers: {} }
}

/** Converts a complete `Response`. */
export function toPlainResponse(response: Response | HttpResponse): HttpResponse {
  const { status, body, headers } = response
  return headers instanceof Headers
    ? { status, body, headers: Object.fromEntries(headers) }
    : { status, body, headers }
}

export function failureResponse(
  status: ApiErrorStatus | 500,
  reasons: Failure['reasons'],
  more?: { readonly error: string },
): HttpResponse {
  return jsonResponse(status, { status: 'FAILED', reasons, ...more } satisfies Failure)
}

export function errorResponse(
  { status, reasons, retryAfter }: ApiError,
  /** For pages that look elsewhere for the reason. */
  more?: { readonly error: string },
): HttpResponse {
  const response = failureResponse(status, reasons, more)
  return retryAfter === undefined
    ? response
    : withHeader(response, 'retry-after', String(retryAfter))
}

export function withHeader(response: HttpResponse, name: string, value: string): HttpResponse {
  return { ...response, headers: { ...response.headers, [name]: value } }
}

/** Adds an `ETag`; 304 without a body if the caller already has this content. */
export function withEtag(response: HttpResponse, ifNoneMatch: string | null): HttpResponse {
  const tag = etagOf(response.body as string | Uint8Array)
  const known = ifNoneMatch?.split(',').map((part) => part.trim().replace(/^W\//, '')) ?? []
  if (!known.includes(tag)) return withHeader(response, 'etag', tag)
  const { 'content-type': _, ...headers } = response.headers
  return { status: 304, body: null, headers: { ...headers, etag: tag } }
}

function etagOf(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
