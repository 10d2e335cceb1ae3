import { isRecord } from '../json.js'
import { type RelayErrorBody, RelayFault } from './fault.js'

/**
 * An id is returned exactly as it came: text stays text, and a number above 2^53 (from 64-bit peers) is
 * a bigint, because a double would round it.
 */
export type RelayId = string | number | bigint

export interface RelayRequestFrame {
  readonly kind: 'request'
  readonly id: RelayId
  readonly method: string
  readonly params: unknown
}

export interface RelayResultFrame {
  readonly kind: 'result'
  readonly id: RelayId
  readonly result: unknown
}

export interface RelayErrorFrame {
  readonly kind: 'error'
  readonly id: RelayId
  readonly error: { readonly code?: number; readonly message?: string; readonly data?: unknown }
}

export type RelayFrame = RelayRequestFrame | RelayResultFrame | RelayErrorFrame

const maxIdLength = 64

/** Parses one text frame. Throws a RelayFault when it is not JSON-RPC 2.0. */
export function parseRelayFrame(text: string): RelayFrame {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new RelayFault('payload', 'Serialization', 'The frame is not JSON.')
  }
  if (!isRecord(body)) {
    throw new RelayFault('payload', 'Serialization', 'The frame is not an object.')
  }
  if (body.jsonrpc !== '2.0') {
    throw new RelayFault('payload', 'InvalidJsonRpcVersion', 'The frame is not JSON-RPC 2.0.')
  }
  const id = parseId(body.id, text)
  if (typeof body.method === 'string') {
    return { kind: 'request', id, method: body.method, params: body.params }
  }
  if (isRecord(body.error)) {
    return { kind: 'error', id, error: readError(body.error) }
  }
  if (Object.hasOwn(body, 'result')) {
    return { kind: 'result', id, result: body.result }
  }
  throw new RelayFault('payload', 'InvalidMethod', 'The frame is neither a request nor a response.')
}

export function encodeRelayRequest(id: RelayId, method: string, params: unknown): string {
  return encode(id, `"method":${JSON.stringify(method)},"params":${JSON.stringify(params)}`)
}

export function encodeRelayResult(id: RelayId, result: unknown): string {
  return encode(id, `"result":${JSON.stringify(result)}`)
}

export function encodeRelayError(id: RelayId, error: RelayErrorBody): string {
  return encode(id, `"error":${JSON.stringify(error)}`)
}

/** A map key, so that `1` and `"1"` from a 64-bit peer match the same pending call. */
export function relayIdKey(id: RelayId): string {
  return String(id)
}

function encode(id: RelayId, rest: string): string {
  const idText = typeof id === 'string' ? JSON.stringify(id) : String(id)
  return `{"id":${idText},"jsonrpc":"2.0",${rest}}`
}

function parseId(id: unknown, text: string): RelayId {
  if (typeof id === 'string' && id.length > 0 && id.length <= maxIdLength) return id
  if (typeof id === 'number' && Number.isInteger(id) && id >= 0) {
    return Number.isSafeInteger(id) ? id : exactId(id, text)
  }
  throw new RelayFault('payload', 'InvalidRequestId', 'The id is missing or malformed.')
}

function exactId(rounded: number, text: string): bigint {
  for (const [, digits] of text.matchAll(/"id"\s*:\s*(\d{16,20})(?=\s*[,}])/g)) {
    if (digits !== undefined && Number(digits) === rounded) return BigInt(digits)
  }
  throw new RelayFault('payload', 'InvalidRequestId', 'The id is too large.')
}

function readError(error: Record<string, unknown>): RelayErrorFrame['error'] {
  return {
    ...(typeof error.code === 'number' ? { code: error.code } : {}),
    ...(typeof error.message === 'string' ? { message: error.message } : {}),
    ...(error.data === undefined ? {} : { data: error.data }),
  }
}
