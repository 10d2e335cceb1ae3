import { isRecord } from '@latchkey/wire/json'
import type { Limit } from '../deadline.js'
import { ApiError } from '../errors/ApiError.js'
import { getExactMember, parseExact } from './exactJson.js'
import type { HttpClient, HttpClientResponse } from './HttpClient.js'
import { NodeRpcError, NodeUnavailableError } from './Nodes.js'

/** A result, and its JSON text as the node wrote it. */
export type NodeResult = { readonly value: unknown; readonly json: string }

/** The connection was never made. No other error proves that nothing was sent. */
const neverSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])
const tooLargeCodes = new Set(['too-large'])
const utf8 = new TextDecoder('utf-8', { fatal: true })
const maxRetryAfterMs = 24 * 3_600_000

/** One request to one node. Throws a NodeRpcError for a JSON-RPC error, otherwise a NodeUnavailableError. */
export async function requestNode(
  http: HttpClient,
  url: string,
  request: { readonly id: number; readonly method: string; readonly params: unknown },
  bounds: {
    readonly signal: Limit
    readonly now: () => number
    readonly maxBytes: number
    readonly isUnbounded: true | undefined
    readonly onBytes: ((count: number) => void) | undefined
  },
): Promise<NodeResult> {
  const { id, method, params } = request
  const { signal, now, maxBytes, isUnbounded, onBytes } = bounds
  const response = await http
    .send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params: params ?? [] }),
      signal,
      maxBytes,
      ...(onBytes && { onBytes }),
    })
    .catch((cause: unknown) => {
      if (cause instanceof ApiError) throw cause
      if (isUnbounded && hasCode(cause, tooLargeCodes))
        throw new NodeRpcError(-32005, 'The response is too large.')
      throw new NodeUnavailableError('The node could not be reached.', {
        wasNeverSent: hasCode(cause, neverSentCodes),
        cause,
      })
    })
  if (
    response.status === 429 ||
    response.status >= 500 ||
    [401, 403, 408].includes(response.status)
  ) {
    throw new NodeUnavailableError(`The node responded with status ${response.status}.`, {
      retryAfter: parseRetryAfter(response, now()),
    })
  }
  const { text, record } = parseRecord(response, maxBytes)
  if (record.id !== id || record.jsonrpc !== '2.0') {
    throw new NodeUnavailableError('The node responded to another request.')
  }
  if (record.error !== undefined && record.error !== null) throw toNodeError(record.error)
  if (record.result === undefined)
    throw new NodeUnavailableError('The node responded without a result.')
  let json: string | undefined
  return {
    value: record.result,
    // The provider's own calls do not need it.
    get json() {
      json ??= getExactMember(text, record, 'result')
      return json
    },
  }
}

function parseRecord({ bytes }: HttpClientResponse, maxBytes: number) {
  if (bytes.length > maxBytes) throw new NodeUnavailableError('The node sent too many bytes.')
  try {
    const text = utf8.decode(bytes)
    const record = parseExact(text)
    if (isRecord(record)) return { text, record }
  } catch (cause) {
    throw new NodeUnavailableError('The node did not respond with JSON.', { cause })
  }
  throw new NodeUnavailableError('The node did not respond with an object.')
}

function toNodeError(error: unknown): NodeRpcError | NodeUnavailableError {
  if (typeof error !== 'object')
    return new NodeUnavailableError('The node responded with a malformed error.')
  const { code, message, data } = error as Readonly<Record<string, unknown>>
  if (typeof code !== 'number' || !Number.isSafeInteger(code)) {
    return new NodeUnavailableError('The node responded with a malformed error.')
  }
  return new NodeRpcError(code, typeof message === 'string' ? message.slice(0, 2_000) : '', data)
}

function parseRetryAfter({ headers }: HttpClientResponse, now: number): number | undefined {
  const text = headers['retry-after']
  if (text === undefined) return undefined
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, maxRetryAfterMs) : undefined
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause) {
    if (codes.has(String((cause as { code?: unknown }).code))) return true
    depth += 1
  }
  return false
}
