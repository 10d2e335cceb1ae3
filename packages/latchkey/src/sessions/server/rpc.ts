import { isRecord, safeParseJson } from '@latchkey/wire/json'
import { type RejectionReason, rejectionReasons } from '@latchkey/wire/login/permissions'
import { postJson, ResponseSizeError } from '../../families/shared/postJson.js'
import { SessionClientError, type SessionClientErrorCode } from './sessionClientError.js'

const timeout = 15_000
const maxBytes = 1_000_000

/** The server answered with an error. */
export class RpcError extends Error {
  override readonly name = 'RpcError'

  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown,
  ) {
    super(message)
  }
}

/** Calls one JSON-RPC method. `parse` answers undefined for a result that the method cannot have. */
export type Rpc = <result>(
  method: string,
  params: readonly unknown[],
  parse: (result: unknown) => result | undefined,
  signal?: AbortSignal,
) => Promise<result>

/** Throws an `RpcError` for an error of the server, else a `SessionClientError`. */
export function createRpc(url: string): Rpc {
  return async (method, params, parse, signal) => {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const answer = safeParseJson(await post(url, body, signal))
    if (!isRecord(answer) || answer.id !== 1) throw malformed(method)
    if (isRecord(answer.error)) {
      const { code, message, data } = answer.error
      throw new RpcError(Number(code), String(message), data)
    }
    const result = parse(answer.result)
    if (result === undefined) throw malformed(method)
    return result
  }
}

async function post(url: string, body: object, signal: AbortSignal | undefined): Promise<string> {
  try {
    const { isOk, text } = await postJson(url, body, { timeout, maxBytes, signal })
    // Some servers send JSON-RPC errors with other statuses too.
    if (!isOk && !text.startsWith('{')) throw new SessionClientError('unavailable')
    return text
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof SessionClientError) throw cause
    const code = cause instanceof ResponseSizeError ? 'malformed-answer' : 'unavailable'
    throw new SessionClientError(code, { cause })
  }
}

function malformed(method: string): SessionClientError {
  return new SessionClientError('malformed-answer', { detail: method })
}

/** ERC-7769: outside the time in which it is valid. */
const expiredCode = -32_503

const codes: Readonly<Record<RejectionReason, SessionClientErrorCode>> = {
  inactive: 'revoked',
  nonce: 'bundler-declined',
  paymaster: 'sponsor-not-permitted',
  fee: 'fees-exceeded',
  time: 'expired',
  calls: 'calls-exceeded',
  rate: 'rate-exceeded',
  target: 'not-permitted',
  allowance: 'allowance-exceeded',
}

/** The account's own reason for rejecting an operation, or that the server declined it. */
export function toClientError(
  cause: unknown,
  otherwise: 'bundler-declined' | 'sponsor-declined' | 'unavailable',
): unknown {
  if (!(cause instanceof RpcError)) return cause
  const reason = findRejection(JSON.stringify(cause.data ?? ''))
  if (reason) return new SessionClientError(codes[reason], { cause })
  if (cause.code === expiredCode) return new SessionClientError('expired', { cause })
  return new SessionClientError(otherwise, { detail: cause.message, cause })
}

/** `NotPermitted(uint8)`: bundlers wrap it in errors of their own and of the entry point. */
function findRejection(text: string): RejectionReason | undefined {
  const [, digits] = /8d406ed60{62}([0-9a-f]{2})/i.exec(text) ?? []
  return digits === undefined ? undefined : rejectionReasons[Number.parseInt(digits, 16)]
}
