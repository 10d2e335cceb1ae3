import type { PairingLink, PairingRecord, ProposalRecord, SessionRecord, State } from './state.js'

/** What a topic is used for, which decides the messages it accepts and their encryption. */
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

/** All topics to subscribe to. Derived from the state, so a reload resumes them. */
export function getSubscribedTopics(state: State): Set<string> {
  const topics = new Set(Object.keys(state.sessions))
  for (const [topic, pairing] of Object.entries(state.pairings)) {
    // Link-mode topics are not on the relay.
    if ((pairing.role === 'dapp' || !pairing.active) && !pairing.link) topics.add(topic)
  }
  for (const { settlement, authentication, pairingTopic } of Object.values(state.proposals)) {
    if (settlement) topics.add(settlement.topic)
    if (authentication && !getLink(state, { pairingTopic })) topics.add(authentication.topic)
  }
  return topics
}

/** The universal link of a proposal or its pairing. */
export function getLink(
  state: State,
  { pairingTopic }: { readonly pairingTopic: string },
): PairingLink | undefined {
  return state.pairings[pairingTopic]?.link
}

const seenWindow = 256

/** Records a request id; false when it was seen before or is too old. */
export function markSeen(state: State, topic: string, id: number): boolean {
  const seen = state.seen[topic] ?? { ids: [], floor: 0 }
  if (id <= seen.floor || seen.ids.includes(id)) return false
  const ids = [...seen.ids, id].sort((a, b) => a - b)
  const floor = ids.length > seenWindow ? (ids.shift() as number) : seen.floor
  state.seen[topic] = { ids, floor }
  return true
}
