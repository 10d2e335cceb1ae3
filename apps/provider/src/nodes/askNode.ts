import { isRecord } from '@latchkey/wire/json'
import { ApiError } from '../errors/ApiError.js'
import type { HttpClient, HttpReply } from './HttpClient.js'
import { exactMember, parseExact } from './json.js'
import { NodeFault } from './NodeFault.js'
import { NodeError } from './Nodes.js'

/** A result, and its JSON exactly as the node wrote it. */
export type NodeAnswer = { readonly value: unknown; readonly json: string }

/** The connection was never made: nothing else counts as certain. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])
const TOO_LARGE = new Set(['too-large'])
const LONGEST_PAUSE = 24 * 3_600_000

/** One question to one node. Throws a NodeError for its refusal, a NodeFault for anything else. */
export async function askNode(
  http: HttpClient,
  url: string,
  question: { readonly id: number; readonly method: string; readonly params: unknown },
  bounds: {
    readonly signal: AbortSignal
    readonly now: () => number
    readonly answerBytes: number
    readonly grows: true | undefined
    readonly onBytes: ((count: number) => void) | undefined
  },
): Promise<NodeAnswer> {
  const { id, method, params } = question
  const { signal, now, answerBytes, grows, onBytes } = bounds
  const reply = await http
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
      if (grows && hasCode(cause, TOO_LARGE)) throw new NodeError(-32005, 'Too much to answer.')
      throw new NodeFault('The node could not be reached.', {
        wasNeverSent: hasCode(cause, NEVER_SENT),
        cause,
      })
    })
  if (reply.status === 429 || reply.status >= 500 || [401, 403, 408].includes(reply.status)) {
    throw new NodeFault(`The node answered with status ${reply.status}.`, {
      retryAfter: retryAfterOf(reply, now()),
    })
  }
  const { text, record } = readRecord(reply, answerBytes)
  if (record.id !== id || record.jsonrpc !== '2.0') {
    throw new NodeFault('The node answered another question.')
  }
  if (record.error !== undefined && record.error !== null) throw nodeErrorOf(record.error)
  if (record.result === undefined) throw new NodeFault('The node answered without a result.')
  return { value: record.result, json: exactMember(text, record, 'result') }
}

function readRecord({ bytes }: HttpReply, answerBytes: number) {
  if (bytes.length > answerBytes) throw new NodeFault('The node answered with too much.')
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const record = parseExact(text)
    if (isRecord(record)) return { text, record }
  } catch (cause) {
    throw new NodeFault('The node did not answer in JSON.', { cause })
  }
  throw new NodeFault('The node answered with something else than an object.')
}

function nodeErrorOf(error: unknown): NodeError | NodeFault {
  if (typeof error !== 'object') return new NodeFault('The node answered with a malformed error.')
  const { code, message, data } = error as Readonly<Record<string, unknown>>
  if (typeof code !== 'number' || !Number.isSafeInteger(code)) {
    return new NodeFault('The node answered with a malformed error.')
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
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (codes.has(String((at as { code?: unknown }).code))) return true
  }
  return false
}
