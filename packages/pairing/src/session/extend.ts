import { publications } from '@latchkey/wire/relay/tags'
import type { Core } from '../core.js'
import type { CallHandler } from '../receive.js'
import type { SessionRecord } from '../state.js'
import { getSession } from './lookup.js'
import { sessionLifetimeSeconds } from './session.js'

export type TopicInput = {
  readonly topic: string
  readonly signal?: AbortSignal
}

/** Each side counts seven days from now on its own clock. */
function renew(core: Core, record: SessionRecord): number {
  const expiry = core.now() + sessionLifetimeSeconds
  record.session = { ...record.session, expiry }
  return expiry
}

export function onExtend(core: Core): CallHandler<'session'> {
  return {
    on: 'session',
    handle({ topic, route, reply, after }) {
      const expiry = renew(core, route.record)
      reply(true)
      after(() => core.events.emit('session_extend', { topic, expiry }))
    },
  }
}

/** Resolves when the relay has accepted the message. */
export async function extend(core: Core, { topic, signal }: TopicInput): Promise<void> {
  const messageId = await core.change((draft) => {
    const record = getSession(draft, topic)
    renew(core, record)
    const payload = { id: core.nextId(), jsonrpc: '2.0', method: 'wc_sessionExtend', params: {} }
    const publication = publications.wc_sessionExtend.request
    return core.enqueue(draft, { topic, key: record.key, payload, publication })
  })
  await core.outbox.sent(messageId, signal)
}
