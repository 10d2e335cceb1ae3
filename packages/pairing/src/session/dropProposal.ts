import type { State } from '../state.js'

/** Removes a finished proposal, its single-use pairing and its unsent messages. */
export function dropProposal(draft: State, id: number): void {
  const proposal = draft.proposals[id]
  if (proposal === undefined) return
  delete draft.proposals[id]
  delete draft.pairings[proposal.pairingTopic]
  for (const [messageId, item] of Object.entries(draft.outbox)) {
    if (item.topic === proposal.pairingTopic) delete draft.outbox[messageId]
  }
}
