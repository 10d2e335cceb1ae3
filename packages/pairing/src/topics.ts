import type { PairingLink, PairingRecord, ProposalRecord, SessionRecord, State } from './state.js'

/** What a topic means to us right now, which decides what may arrive on it and how it is sealed. */
export type Route =
  | { readonly kind: 'session'; readonly key: string; readonly record: SessionRecord }
  | { readonly kind: 'pairing'; readonly key: string; readonly record: PairingRecord }
  | {
      readonly kind: 'settlement'
      readonly key: string
      readonly proposalId: number
      readonly record: ProposalRecord
    }
  | { readonly kind: 'sign-in'; readonly proposalId: number; readonly record: ProposalRecord }

export function getRoute(state: State, topic: string): Route | undefined {
  const session = state.sessions[topic]
  if (session) return { kind: 'session', key: session.key, record: session }
  const pairing = state.pairings[topic]
  if (pairing) return { kind: 'pairing', key: pairing.key, record: pairing }
  for (const [id, record] of Object.entries(state.proposals)) {
    const proposalId = Number(id)
    if (record.settlement?.topic === topic) {
      return { kind: 'settlement', key: record.settlement.key, proposalId, record }
    }
    if (record.authentication?.topic === topic) return { kind: 'sign-in', proposalId, record }
  }
  return undefined
}

/** Every topic to be subscribed to: a function of the state, so a reload resumes by itself. */
export function getSubscribedTopics(state: State): Set<string> {
  const topics = new Set(Object.keys(state.sessions))
  for (const [topic, pairing] of Object.entries(state.pairings)) {
    // What goes by link is no business of the relay's.
    if ((pairing.role === 'dapp' || !pairing.active) && !pairing.link) topics.add(topic)
  }
  for (const { settlement, authentication, pairingTopic } of Object.values(state.proposals)) {
    if (settlement) topics.add(settlement.topic)
    if (authentication && !getLink(state, { pairingTopic })) topics.add(authentication.topic)
  }
  return topics
}

/** The link that a proposal, or what became of it, goes by. */
export function getLink(
  state: State,
  { pairingTopic }: { readonly pairingTopic: string },
): PairingLink | undefined {
  return state.pairings[pairingTopic]?.link
}

const seenWindow = 256

/** Notes a request id; false when it was seen before, or is older than the window reaches. */
export function markSeen(state: State, topic: string, id: number): boolean {
  const seen = state.seen[topic] ?? { ids: [], floor: 0 }
  if (id <= seen.floor || seen.ids.includes(id)) return false
  const ids = [...seen.ids, id].sort((a, b) => a - b)
  const floor = ids.length > seenWindow ? (ids.shift() as number) : seen.floor
  state.seen[topic] = { ids, floor }
  return true
}
