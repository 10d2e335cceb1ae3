import type { Endpoint } from '@latchkey/wire/http/endpoint'
import * as v from 'valibot'
import { ApiError, type ApiErrorStatus } from '../errors/ApiError.js'
import { parseBoundedJson } from './boundedJson.js'
import { getRateName, type RateName } from './rates.js'
import {
  emptyResponse,
  errorResponse,
  type HttpResponse,
  imageResponse,
  jsonResponse,
  toPlainResponse,
  withEtag,
} from './response.js'
import type { AnonymousCaller, Caller, ImageFile, RawRequest, RawRoute, Route } from './route.js'

/** What the API mounts: a route of the contract or a raw route. */
export type Call = {
  readonly name: string
  readonly method: Endpoint['method']
  readonly path: string
  readonly rate: RateName
  readonly bodyLimit: number
  /** Served without a project. */
  readonly isOpen: boolean
  /** Every site may read the response. */
  readonly isForAnySite: boolean
  /** It changes or commits to something: not served with stale project data. */
  readonly isSensitive: boolean
  /** It stores something: rejected while the disk is full. */
  readonly writes: boolean
  /** It changes something: JSON only, and once per `Idempotency-Key`. */
  readonly changes: boolean
  respond(request: RawRequest, caller: AnonymousCaller | Caller): Promise<HttpResponse>
}

const maxBodyBytes = 262_144

/** A route's reply does not fit the contract. */
export class ReplyMismatch extends Error {
  override readonly name = 'ReplyMismatch'
  readonly code: string

  constructor(endpoint: Endpoint) {
    super(`The reply of ${endpoint.name} does not fit its schema.`)
    this.code = endpoint.name
  }
}

export function callFromRoute(route: Route): Call {
  const { endpoint, handle, isForAnySite, writes, hasErrorText } = route
  const { name, method, path, caching, changes } = endpoint
  return {
    name,
    method,
    path,
    rate: getRateName(name),
    bodyLimit: method === 'GET' ? 0 : maxBodyBytes,
    isOpen: caching === 'image',
    isForAnySite: isForAnySite || caching === 'image',
    isSensitive: writes || getRateName(name) === 'quote',
    writes: writes || getRateName(name) === 'telemetry',
    changes: changes === true,
    async respond(request, caller) {
      try {
        const input = parseInput(endpoint, request)
        return toHttpResponse(endpoint, await handle(input, caller), request)
      } catch (error) {
        if (!hasErrorText || !(error instanceof ApiError)) throw error
        return errorResponse(error, { error: error.message })
      }
    },
  }
}

export function callFromRawRoute(raw: RawRoute): Call {
  const { name, method, path, bodyLimit, rate = 'read' } = raw
  return {
    name,
    method,
    path,
    rate,
    bodyLimit,
    isOpen: raw.isOpen === true,
    isForAnySite: raw.isOpen === true,
    isSensitive: false,
    writes: raw.writes === true,
    changes: false,
    async respond(request, caller) {
      const response = raw.isOpen
        ? raw.handle(request, caller)
        : raw.handle(request, caller as Caller)
      return toPlainResponse(await response)
    },
  }
}

/** Parses the input by the endpoint's schemas. Throws an ApiError. */
export function parseInput(endpoint: Endpoint, request: RawRequest): Record<string, unknown> {
  const query: Record<string, string> = {}
  for (const [name, value] of request.query) {
    // An empty field counts as absent; the first of several values counts.
    if (value !== '' && !Object.hasOwn(query, name)) query[name] = value
  }
  return {
    ...(endpoint.params && parseWith(endpoint.params, request.params)),
    ...(endpoint.query && parseWith(endpoint.query, query)),
    ...(endpoint.headers && parseWith(endpoint.headers, Object.fromEntries(request.headers), 401)),
    ...(endpoint.body && parseWith(endpoint.body, parseBoundedJson(request.body))),
    ...(endpoint.items && { items: parseWith(endpoint.items, parseBoundedJson(request.body)) }),
  }
}

function parseWith<schema extends v.GenericSchema>(
  schema: schema,
  value: unknown,
  status: ApiErrorStatus = 400,
): v.InferOutput<schema> {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const [first, ...more] = result.issues.map((issue) => ({
    field: v.getDotPath(issue) ?? 'body',
    description: issue.message,
  })) as [Reason, ...Reason[]]
  throw new ApiError(status, first.field, first.description, { more })
}

type Reason = ApiError['reasons'][number]

/** Throws a ReplyMismatch. */
export function toHttpResponse(
  endpoint: Endpoint,
  reply: unknown,
  { headers }: RawRequest,
): HttpResponse {
  const { caching, method, response } = endpoint
  const etag = headers.get('if-none-match')
  if (caching === 'image') return withEtag(imageResponse(reply as ImageFile), etag)
  if (!response) return emptyResponse(200)
  const result = v.safeParse(response, reply)
  if (!result.success) throw new ReplyMismatch(endpoint)
  const json = jsonResponse(200, result.output, caching)
  return caching === 'public' && method === 'GET' ? withEtag(json, etag) : json
}
