import { isRecord } from '@latchkey/wire/json'
import { publications } from '@latchkey/wire/relay/tags'
import type { Core } from '../core.js'
import { PairingError, peerErrors } from '../errors.js'
import type { CallHandler } from '../receive.js'
import { getSession } from './lookup.js'
import { parseGranted, restrict, type SessionNamespaces } from './namespaces.js'
import type { Session } from './session.js'

/** Dapp role: the wallet replaces the granted namespaces, within the request. */
export function onUpdate(core: Core): CallHandler<'session'> {
  return {
    on: 'session',
    role: 'dapp',
    handle({ topic, id, params, route, reply, reject, after }) {
      const { record } = route
      const namespaces = readUpdate(params, record.session)
      if (namespaces === undefined || id < (record.lastUpdate ?? 0)) {
        return reject(peerErrors.invalidUpdate)
      }
      record.lastUpdate = id
      record.session = { ...record.session, namespaces }
      const { session } = record
      reply(true)
      after(() => core.events.emit('session_update', { topic, session }))
    },
  }
}

export type UpdateInput = {
  readonly topic: string
  readonly namespaces: unknown
  readonly signal?: AbortSignal
}

/** Wallet role. Resolves when the relay has accepted the update. */
export async function update(core: Core, input: UpdateInput): Promise<Session> {
  const { topic, namespaces: wanted, signal } = input
  const [session, messageId] = await core.change((draft) => {
    const record = getSession(draft, topic)
    const namespaces = readUpdate({ namespaces: wanted }, record.session)
    if (namespaces === undefined || record.session.role !== 'wallet') {
      throw new PairingError(
        'pairing/invalid-namespaces',
        'The update is not valid for this session.',
      )
    }
    record.session = { ...record.session, namespaces }
    const payload = {
      id: core.nextId(),
      jsonrpc: '2.0',
      method: 'wc_sessionUpdate',
      params: { namespaces },
    }
    const publication = publications.wc_sessionUpdate.request
    const posted = core.enqueue(draft, { topic, key: record.key, payload, publication })
    return [record.session, posted] as const
  })
  await core.outbox.sent(messageId, signal)
  return session
}

function readUpdate(params: unknown, session: Session): SessionNamespaces | undefined {
  try {
    const granted = parseGranted(isRecord(params) ? params.namespaces : undefined)
    const namespaces = restrict(granted, session.requested)
    return Object.keys(namespaces).length > 0 ? namespaces : undefined
  } catch {
    return undefined
  }
}
