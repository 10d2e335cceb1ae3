import type { Core } from '../core.js'
import { PairingError } from '../errors.js'
import type { SessionRecord, State } from '../state.js'

/** The session of a topic, also if another tab created it. */
export async function findSession(core: Core, topic: string): Promise<SessionRecord> {
  return core.state().sessions[topic] ?? getSession(await core.load(), topic)
}

export function getSession(state: State, topic: string): SessionRecord {
  const record = state.sessions[topic]
  if (record === undefined) {
    throw new PairingError('pairing/unknown-session', 'No session has that topic.')
  }
  return record
}
