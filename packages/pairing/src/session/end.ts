import { isRecord } from '@latchkey/wire/json'
import { publications } from '@latchkey/wire/relay/tags'
import type { Core } from '../core.js'
import { type PeerErrorBody, peerErrors } from '../errors.js'
import type { CallHandler } from '../receive.js'
import { endSession } from '../sweep.js'
import type { TopicInput } from './extend.js'

export type DisconnectInput = TopicInput & {
  readonly reason?: PeerErrorBody
}

export function onDelete(core: Core): CallHandler<'session'> {
  return {
    on: 'session',
    handle({ topic, params, draft, reply, after }) {
      endSession(draft, topic)
      reply(true)
      const reason = readReason(params)
      after(() => core.events.emit('session_end', { topic, reason, by: 'peer' }))
    },
  }
}

/** Wallet role: the dapp withdrew its proposal. This message has no response. */
export function onPairingDelete(core: Core): CallHandler<'pairing'> {
  return {
    on: 'pairing',
    role: 'wallet',
    handle({ topic, draft, after }) {
      delete draft.pairings[topic]
      for (const [id, record] of Object.entries(draft.inbox)) {
        if (record.topic !== topic) continue
        delete draft.inbox[id]
        after(() => core.events.emit('request_expire', { topic, id: Number(id) }))
      }
    },
  }
}

/** Ends the session locally at once; the peer is notified through the relay. */
export async function disconnect(core: Core, input: DisconnectInput): Promise<void> {
  const { topic, reason = peerErrors.userDisconnected, signal } = input
  const home = core.state().sessions[topic]?.relay
  const messageId = await core.change((draft, after) => {
    const record = draft.sessions[topic]
    // Already ended, for example by the peer, so there is nothing to do.
    if (record === undefined) return undefined
    endSession(draft, topic)
    after(() => core.events.emit('session_end', { topic, reason, by: 'self' }))
    const { code, message } = reason
    const payload = {
      id: core.nextId(),
      jsonrpc: '2.0',
      method: 'wc_sessionDelete',
      params: { code, message },
    }
    const publication = publications.wc_sessionDelete.request
    return core.enqueue(draft, { topic, key: record.key, payload, publication })
  })
  // While disconnected the message waits in the outbox; the caller does not wait for it.
  if (messageId !== undefined && core.relays.state(home === undefined ? [] : [home]) === 'open') {
    await core.outbox.sent(messageId, signal)
  }
}

function readReason(params: unknown): PeerErrorBody {
  if (!isRecord(params) || typeof params.code !== 'number') return peerErrors.userDisconnected
  const message = typeof params.message === 'string' ? params.message.slice(0, 500) : ''
  return { code: params.code, message }
}
