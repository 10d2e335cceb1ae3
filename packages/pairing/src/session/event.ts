import { isRecord } from '@latchkey/wire/json'
import { publications } from '@latchkey/wire/relay/tags'
import type { Core } from '../core.js'
import { PairingError } from '../errors.js'
import type { CallHandler } from '../receive.js'
import { getSession } from './lookup.js'
import { isChainId, permitsEvent } from './namespaces.js'

export type SessionEvent = {
  readonly chainId: string
  readonly event: { readonly name: string; readonly data: unknown }
}

/** Dapp role. Events have no response; outdated ones and those outside the scope are dropped. */
export function onEvent(core: Core): CallHandler<'session'> {
  return {
    on: 'session',
    role: 'dapp',
    echo: true,
    handle({ topic, id, params, route, after }) {
      if (!isRecord(params) || !isRecord(params.event) || !isChainId(params.chainId)) return
      const { chainId } = params
      const { name, data } = params.event
      const { record } = route
      if (typeof name !== 'string') return
      if (!permitsEvent(record.session.namespaces, chainId, name)) return
      if (id < (record.lastEvents?.[name] ?? 0)) return
      record.lastEvents = { ...record.lastEvents, [name]: id }
      const afterListeners: SessionEvent = { chainId, event: { name, data } }
      record.undelivered = { ...record.undelivered, [id]: afterListeners }
      after(() => core.events.emit('session_event', { topic, ...afterListeners }))
    },
    async afterListeners({ topic, id }) {
      if (core.state().sessions[topic]?.undelivered?.[id] === undefined) return
      await core.change((draft) => {
        delete draft.sessions[topic]?.undelivered?.[id]
      })
    },
  }
}

/** Emits events that arrived just before a reload. */
export function emitStoredEvents({ state, events, change }: Core): void {
  for (const [topic, { undelivered }] of Object.entries(state().sessions)) {
    if (undelivered === undefined) continue
    for (const event of Object.values(undelivered))
      events.emit('session_event', { topic, ...event })
    // If storage fails, it is emitted again after the next reload.
    change((draft) => {
      for (const id of Object.keys(undelivered)) delete draft.sessions[topic]?.undelivered?.[id]
    }).catch(() => undefined)
  }
}

export type EmitInput = {
  readonly topic: string
  readonly chainId: string
  readonly event: { readonly name: string; readonly data: unknown }
  readonly signal?: AbortSignal
}

/** Wallet role. Resolves when the relay has accepted the event. */
export async function emitEvent(core: Core, input: EmitInput): Promise<void> {
  const { topic, chainId, event, signal } = input
  const messageId = await core.change((draft) => {
    const { key, session } = getSession(draft, topic)
    if (session.role !== 'wallet' || !permitsEvent(session.namespaces, chainId, event.name)) {
      throw new PairingError('pairing/unauthorized', `The session does not allow ${event.name}.`)
    }
    const payload = {
      id: core.nextId(),
      jsonrpc: '2.0',
      method: 'wc_sessionEvent',
      params: { event: { name: event.name, data: event.data }, chainId },
    }
    const publication = publications.wc_sessionEvent.request
    return core.enqueue(draft, { topic, key, payload, publication })
  })
  await core.outbox.sent(messageId, signal)
}
