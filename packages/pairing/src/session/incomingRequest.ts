import { isRecord } from '@latchkey/wire/json'
import { publications } from '@latchkey/wire/relay/tags'
import type { Core } from '../core.js'
import { PairingError, type PeerErrorBody, peerErrors } from '../errors.js'
import type { CallHandler } from '../receive.js'
import type { InboxRecord } from '../state.js'
import { removeFromInbox } from './inbox.js'
import { getSession } from './lookup.js'
import { isChainId, permitsChain, permitsMethod } from './namespaces.js'
import { isSeconds } from './shapes.js'

/** A dapp's request, within the session's scope, that waits for the wallet's user. */
export type IncomingRequest = {
  readonly id: number
  readonly topic: string
  readonly chainId: string
  readonly method: string
  readonly params: unknown
  /** Unix seconds. */
  readonly expiry: number
}

const defaultSeconds = 300
const maxSeconds = 604_800

export function onRequest(core: Core): CallHandler<'session'> {
  return {
    on: 'session',
    role: 'wallet',
    handle({ topic, id, params, route, draft, reject, after }) {
      const expiry = readExpiry(params, core.now())
      const record: InboxRecord = { kind: 'request', topic, expiry, params }
      const request = readRequest(id, record)
      if (request === undefined) return reject({ code: -32600, message: 'Invalid Request' })
      if (request.expiry <= core.now()) return reject(peerErrors.requestExpired)
      const { namespaces } = route.record.session
      if (!permitsChain(namespaces, request.chainId)) return reject(peerErrors.unauthorizedChain)
      if (!permitsMethod(namespaces, request.chainId, request.method)) {
        return reject(peerErrors.unauthorizedMethod)
      }
      draft.inbox[id] = record
      after(() => core.events.emit('request', request))
    },
  }
}

export function readRequest(id: number, record: InboxRecord): IncomingRequest | undefined {
  const { params, topic, expiry } = record
  if (!isRecord(params) || !isRecord(params.request) || !isChainId(params.chainId)) return undefined
  const { method, params: methodParams } = params.request
  if (typeof method !== 'string') return undefined
  return { id, topic, chainId: params.chainId, method, params: methodParams, expiry }
}

/** A wallet's response: a result or an error. */
export type RespondInput = {
  readonly topic: string
  readonly id: number
  readonly signal?: AbortSignal
} & ({ readonly result: unknown } | { readonly error: PeerErrorBody })

/** Wallet role: responds to a request, once. Resolves when the relay has accepted the response. */
export async function respond(core: Core, input: RespondInput): Promise<void> {
  const { topic, id } = input
  const outcome = 'error' in input ? { error: input.error } : { result: input.result ?? null }
  const messageId = await core.change((draft) => {
    const { key } = getSession(draft, topic)
    const request = removeFromInbox(draft, id, 'request', readRequest)
    if (request.topic !== topic) {
      throw new PairingError('pairing/unknown-request', 'The request belongs to another topic.')
    }
    const payload = { id, jsonrpc: '2.0', ...outcome }
    const publication = publications.wc_sessionRequest.response
    return core.enqueue(draft, { topic, key, payload, publication })
  })
  await core.outbox.sent(messageId, input.signal)
}

/** Clients send the field under one of two names. */
function readExpiry(params: unknown, now: number): number {
  const request = isRecord(params) && isRecord(params.request) ? params.request : {}
  const requestedExpiry = request.expiryTimestamp ?? request.expiry
  return isSeconds(requestedExpiry)
    ? Math.min(requestedExpiry, now + maxSeconds)
    : now + defaultSeconds
}
