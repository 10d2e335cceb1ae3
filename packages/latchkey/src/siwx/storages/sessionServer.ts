import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import { safeParseJson } from '@latchkey/wire/json'
import {
  type InvalidSessionReason,
  SessionServerError,
  verifyFailureReasons,
} from '../../core/runtime/errors/siwxSession.js'
import type { SiwxSession } from '../../core/siwx/siwx.js'

export type JsonRequest = {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: object | undefined
  readonly credentials: RequestCredentials
  readonly fetch?: typeof globalThis.fetch | undefined
}

export type JsonResponse = {
  readonly status: number
  readonly isOk: boolean
  /** Undefined if it is not JSON. */
  readonly body: unknown
}

const timeout = 10_000
const maxResponseLength = 100_000

/** Sends a request within a timeout. Throws unless the server responds, also for a status of 500 or more. */
export async function requestJson({
  url,
  method,
  headers,
  body,
  credentials,
  fetch: send = fetch,
}: JsonRequest): Promise<JsonResponse> {
  const signal = AbortSignal.timeout(timeout)
  try {
    const response = await send(url, {
      method,
      credentials,
      cache: 'no-store',
      redirect: 'error',
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal,
    })
    const { status, ok: isOk } = response
    const text = await response.text()
    if (status >= 500 || status === 429) throw new SessionServerError('failed', { status })
    if (text.length > maxResponseLength) throw new SessionServerError('malformed', { status })
    return { status, isOk, body: safeParseJson(text) }
  } catch (cause) {
    if (cause instanceof SessionServerError) throw cause
    throw new SessionServerError(signal.aborted ? 'timeout' : 'unreachable', { cause })
  }
}

export type ServerAccount = { readonly chainId: NetworkId; readonly address: string }

/** Servers may store EVM addresses in any case; elsewhere the case matters. */
export function isAccount(one: ServerAccount, other: ServerAccount): boolean {
  const fold = (text: string) =>
    namespaceOf(other.chainId) === 'eip155' ? text.toLowerCase() : text
  return one.chainId === other.chainId && fold(one.address) === fold(other.address)
}

/** A session that the server keeps: the page knows its account and times, but not the signed text. */
export function toServerSession({
  chainId,
  address,
  expirationTime,
}: ServerAccount & { readonly expirationTime?: string | undefined }): SiwxSession {
  const { host = '', origin = '' } = globalThis.location ?? {}
  return {
    data: {
      accountAddress: address,
      chainId,
      domain: host,
      uri: origin,
      version: '1',
      nonce: '',
      ...(expirationTime !== undefined && { expirationTime }),
    },
    message: '',
    signature: '',
  }
}

/** The server's reason, if it is one that `verify` of `latchkey/siwx/server` gives. */
export function readReason(value: unknown): InvalidSessionReason {
  return verifyFailureReasons.find((reason) => reason === value) ?? 'refused'
}
