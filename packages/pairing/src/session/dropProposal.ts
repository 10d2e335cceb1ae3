import type { State } from '../state.js'

/** Forgets a proposal that came to its end, with its single-use pairing and anything unsent. */
export function dropProposal(draft: State, id: number): void {
  const proposal = draft.proposals[id]
  if (proposal === undefined) return
  delete draft.proposals[id]
  delete draft.pairings[proposal.pairingTopic]
  for (const [messageId, item] of Object.entries(draft.outbox)) {
    if (item.topic === proposal.pairingTopic) delete draft.outbox[messageId]
  }
}
