import type { Emitter } from './events.js'
import type { State } from './state.js'
import { getSubscribedTopics } from './topics.js'

/** An answer may come late; a day after its request expired nobody will miss the note of it. */
const sentRequestGraceSeconds = 86_400

type Emit = Emitter['emit']

/** Drops what is past its time, and calls back to tell of it once the change is stored. */
export function sweep(
  draft: State,
  now: number,
  later: (tell: (emit: Emit) => void) => void,
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
  dropExpired(draft.asked, now - sentRequestGraceSeconds)
  const live = getSubscribedTopics(draft)
  for (const topic of Object.keys(draft.seen)) {
    if (!live.has(topic) && !draft.pairings[topic]) delete draft.seen[topic]
  }
}

/** When the next thing runs out, in Unix seconds. */
export function nextExpiry(state: State): number {
  const times = [
    ...Object.values(state.sessions).map(({ session }) => session.expiry),
    ...[state.pairings, state.proposals, state.inbox, state.outbox].flatMap((section) =>
      Object.values(section).map(({ expiry }) => expiry),
    ),
  ]
  return Math.min(...times)
}

/** Forgets a session and all that hangs on it. */
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
