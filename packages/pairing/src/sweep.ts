import type { Emitter } from './events.js'
import type { State } from './state.js'
import { getSubscribedTopics } from './topics.js'

/** A sent request is remembered this long after it expired, for late responses. */
const sentRequestGraceSeconds = 86_400

type Emit = Emitter['emit']

/** Removes expired records and emits their events once the change is stored. */
export function sweep(
  draft: State,
  now: number,
  later: (effect: (emit: Emit) => void) => void,
): void {
  for (const [topic, { session }] of Object.entries(draft.sessions)) {
    if (session.expiry > now) continue
    endSession(draft, topic)
    later((emit) => emit('session_expire', { topic }))
  }
  for (const [id, record] of Object.entries(draft.inbox)) {
    if (record.expiry > now) continue
    delete draft.inbox[id]
    later((emit) => emit('request_expire', { topic: record.topic, id: Number(id) }))
  }
  dropExpired(draft.pairings, now)
  dropExpired(draft.proposals, now)
  dropExpired(draft.outbox, now)
  dropExpired(draft.sentRequests, now - sentRequestGraceSeconds)
  const live = getSubscribedTopics(draft)
  for (const topic of Object.keys(draft.seen)) {
    if (!live.has(topic) && !draft.pairings[topic]) delete draft.seen[topic]
  }
}

/** The next expiry in Unix seconds. */
export function nextExpiry(state: State): number {
  const times = [
    ...Object.values(state.sessions).map(({ session }) => session.expiry),
    ...[state.pairings, state.proposals, state.inbox, state.outbox].flatMap((section) =>
      Object.values(section).map(({ expiry }) => expiry),
    ),
  ]
  return Math.min(...times)
}

/** Removes a session and everything that belongs to it. */
export function endSession(draft: State, topic: string): void {
  delete draft.sessions[topic]
  for (const [id, record] of Object.entries(draft.inbox)) {
    if (record.topic === topic) delete draft.inbox[id]
  }
}

function dropExpired(section: Record<string, { readonly expiry: number }>, now: number): void {
  for (const [key, { expiry }] of Object.entries(section)) {
    if (expiry <= now) delete section[key]
  }
}
