import { peerErrors } from '../errors.js'
import type { Emitter } from '../events.js'
import type { State } from '../state.js'

/** Emits events for changes that another tab of the site made to the shared sessions. */
export function emitChanges(before: State, now: State, { emit }: Emitter): void {
  for (const topic of Object.keys(before.sessions)) {
    if (now.sessions[topic] === undefined) {
      emit('session_end', { topic, reason: peerErrors.userDisconnected, by: 'self' })
    }
  }
  for (const [topic, { session }] of Object.entries(now.sessions)) {
    const known = before.sessions[topic]?.session
    if (known === undefined) {
      emit('session_settle', { session })
      continue
    }
    if (JSON.stringify(known.namespaces) !== JSON.stringify(session.namespaces)) {
      emit('session_update', { topic, session })
    }
    if (known.expiry !== session.expiry) emit('session_extend', { topic, expiry: session.expiry })
  }
}
