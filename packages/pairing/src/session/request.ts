import type { Core } from '../core.js'
import { PairingError } from '../errors.js'
import type { ResponseHandler } from '../receive.js'
import type { SentRequestRecord } from '../state.js'
import { findSession } from './lookup.js'
import { permitsChain, permitsMethod } from './namespaces.js'

/** Parameters of a request. */
export type RequestInput = {
  readonly topic: string
  readonly chainId: string
  readonly method: string
  readonly params: unknown
  /** Lifetime in seconds: five minutes to seven days. */
  readonly expiry?: number
  readonly signal?: AbortSignal
}

const minSeconds = 300
const maxSeconds = 604_800

/** Ids of requests sent since this page loaded; others are from another tab or before a reload. */
export type OwnRequests = Set<number>

/** Sends a request that the session permits and waits for the response. */
export async function request(core: Core, own: OwnRequests, input: RequestInput): Promise<unknown> {
  const { topic, chainId, method, params, expiry = minSeconds, signal } = input
  if (!Number.isInteger(expiry) || expiry < minSeconds || expiry > maxSeconds) {
    throw new PairingError(
      'pairing/invalid-input',
      'A request must expire in 300 seconds to 7 days.',
    )
  }
  const { key, session } = await findSession(core, topic)
  if (!permitsChain(session.namespaces, chainId)) throw unauthorized(`chain ${chainId}`)
  if (!permitsMethod(session.namespaces, chainId, method)) throw unauthorized(`method ${method}`)
  const id = core.nextId()
  own.add(id)
  const expiryTimestamp = core.now() + expiry
  return core.sendRequest({
    topic,
    key,
    id,
    method: 'wc_sessionRequest',
    params: { request: { method, params, expiryTimestamp }, chainId },
    ttl: expiry,
    record(draft) {
      draft.sentRequests[id] = { topic, chainId, method, expiry: expiryTimestamp }
    },
    bounds: {
      timeoutMs: expiryTimestamp * 1000 - core.clock.now(),
      timeoutError: () =>
        new PairingError('pairing/request-expired', 'The wallet did not respond in time.'),
      signal,
    },
  })
}

/**
 * Responses to requests, also late ones: a transaction may have been sent although the caller stopped
 * waiting or the page was reloaded.
 */
export function onRequestResponse(core: Core, own: OwnRequests): ResponseHandler {
  const startedAt = core.clock.now() * 1000
  // False for a request of another tab, which waits for the response itself.
  const isOurs = (id: number) => id < startedAt || own.has(id)
  return {
    matches: (state, { id, topic }) => state.sentRequests[id]?.topic === topic,
    async handle({ id, outcome }) {
      const awaited = core.pendingRequests.has(id)
      await core.change((draft, after) => {
        const record = draft.sentRequests[id]
        if (record === undefined) return
        record.outcome = outcome
        if (!awaited && isOurs(id)) after(() => emitLateResponse(core, id, record))
      })
    },
    async afterListeners({ id }) {
      if (isOurs(id)) await forget(core, id)
    },
  }
}

/** Emits responses that arrived just before a reload. */
export function emitLateResponses(core: Core): void {
  for (const [id, record] of Object.entries(core.state().sentRequests)) {
    if (record.outcome === undefined) continue
    emitLateResponse(core, Number(id), record)
    // If storage fails, it is emitted again after the next reload.
    forget(core, Number(id)).catch(() => undefined)
  }
}

function emitLateResponse({ events }: Core, id: number, record: SentRequestRecord): void {
  const { topic, chainId, method, outcome } = record
  if (outcome) events.emit('late_response', { topic, id, chainId, method, outcome })
}

function forget(core: Core, id: number): Promise<void> {
  return core.change((draft) => {
    delete draft.sentRequests[id]
  })
}

function unauthorized(what: string): PairingError {
  return new PairingError('pairing/unauthorized', `The session does not allow ${what}.`)
}
