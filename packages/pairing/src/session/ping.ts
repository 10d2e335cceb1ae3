import type { Core } from '../core.js'
import { PairingError } from '../errors.js'
import type { CallHandler } from '../receive.js'
import type { TopicInput } from './extend.js'
import { findSession } from './lookup.js'

const pingTimeoutSeconds = 30

export function onPing<Kind extends 'session' | 'pairing'>(on: Kind): CallHandler<Kind> {
  return { on, handle: ({ reply }) => reply(true) }
}

/** Resolves when the peer responds. */
export async function ping(core: Core, { topic, signal }: TopicInput): Promise<void> {
  const { key } = await findSession(core, topic)
  await core.sendRequest({
    topic,
    key,
    id: core.nextId(),
    method: 'wc_sessionPing',
    params: {},
    ttl: pingTimeoutSeconds,
    bounds: {
      timeoutMs: pingTimeoutSeconds * 1000,
      timeoutError: () => new PairingError('pairing/ping-timeout', 'The peer did not respond.'),
      signal,
    },
  })
}
