import { isRecord } from '@latchkey/wire/json'
import { ApiError } from '../errors/ApiError.js'
import type { HttpClient, HttpReply } from './HttpClient.js'
import { exactMember, parseExact } from './json.js'
import { NodeFault } from './NodeFault.js'
import { NodeError } from './Nodes.js'

/** A result, and its JSON text as the node wrote it. */
export type NodeAnswer = { readonly value: unknown; readonly json: string }

/** The connection was never made. No other error proves that nothing was sent. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])
const TOO_LARGE = new Set(['too-large'])
const LONGEST_PAUSE = 24 * 3_600_000

/** One request to one node. Throws a NodeError for a JSON-RPC error, otherwise a NodeFault. */
export async function askNode(
  http: HttpClient,
  url: string,
  request: { readonly id: number; readonly method: string; readonly params: unknown },
  bounds: {
    readonly signal: AbortSignal
    readonly now: () => number
    readonly answerBytes: number
    readonly grows: true | undefined
    readonly onBytes: ((count: number) => void) | undefined
  },
): Promise<NodeAnswer> {
  const { id, method, params } = request
  const { signal, now, answerBytes, grows, onBytes } = bounds
  const response = await http
    .send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params: params ?? [] }),
      signal,
      limitBytes: answerBytes,
      ...(onBytes && { onBytes }),
    })
    .catch((cause: unknown) => {
      if (cause instanceof ApiError) throw cause
      if (grows && hasCode(cause, TOO_LARGE))
        throw new NodeError(-32005, 'The response is too large.')
      throw new NodeFault('The node could not be reached.', {
        wasNeverSent: hasCode(cause, NEVER_SENT),
        cause,
      })
    })
  if (
    response.status === 429 ||
    response.status >= 500 ||
    [401, 403, 408].includes(response.status)
  ) {
    throw new NodeFault(`The node responded with status ${response.status}.`, {
      retryAfter: retryAfterOf(response, now()),
    })
  }
  const { text, record } = readRecord(response, answerBytes)
  if (record.id !== id || record.jsonrpc !== '2.0') {
    throw new NodeFault('The node responded to another request.')
  }
  if (record.error !== undefined && record.error !== null) throw nodeErrorOf(record.error)
  if (record.result === undefined) throw new NodeFault('The node responded without a result.')
  return { value: record.result, json: exactMember(text, record, 'result') }
}

function readRecord({ bytes }: HttpReply, answerBytes: number) {
  if (bytes.length > answerBytes) throw new NodeFault('The node sent too many bytes.')
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const record = parseExact(text)
    if (isRecord(record)) return { text, record }
  } catch (cause) {
    throw new NodeFault('The node did not respond with JSON.', { cause })
  }
  throw new NodeFault('The node did not respond with an object.')
}

function nodeErrorOf(error: unknown): NodeError | NodeFault {
  if (typeof error !== 'object') return new NodeFault('The node responded with a malformed error.')
  const { code, message, data } = error as Readonly<Record<string, unknown>>
  if (typeof code !== 'number' || !Number.isSafeInteger(code)) {
    return new NodeFault('The node responded with a malformed error.')
  }
  return new NodeError(code, typeof message === 'string' ? message.slice(0, 2_000) : '', data)
}

function retryAfterOf({ headers }: HttpReply, now: number): number | undefined {
  const text = headers['retry-after']
  if (text === undefined) return undefined
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, LONGEST_PAUSE) : undefined
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause) {
    if (codes.has(String((cause as { code?: unknown }).code))) return true
    depth += 1
  }
  return false
}
