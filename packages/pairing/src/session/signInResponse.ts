import { isRecord } from '@latchkey/wire/json'
import { publications } from '@latchkey/wire/relay/tags'
import type { Core } from '../core.js'
import { agreeKey, type SharedKey } from '../crypto/keys.js'
import { fromPeerError, PairingError, peerErrors } from '../errors.js'
import type { PeerResponse, ResponseHandler } from '../receive.js'
import type { ProposalRecord, State } from '../state.js'
import { getLink } from '../topics.js'
import type { Approvals } from './approvals.js'
import { checkSignIn } from './checkSignIn.js'
import { dropProposal } from './dropProposal.js'
import { parseMetadata } from './metadata.js'
import { type Session, sessionLifetimeSeconds } from './session.js'

/** Handles the wallet's response to one-click sign-in; a valid one settles the session. */
export function onSignInResponse(core: Core, approvals: Approvals): ResponseHandler {
  const reject = (proposalId: number, error: PairingError) =>
    core.change((draft, after) => {
      dropProposal(draft, proposalId)
      after(() => approvals.reject(proposalId, error))
    })
  return {
    matches: (state, answer) => findProposal(state.proposals, answer) !== undefined,
    async handle(answer) {
      const found = findProposal(core.state().proposals, answer)
      if (found === undefined || found.proposal.settlement !== undefined) return
      const { proposalId, proposal, payload } = found
      const { outcome, senderPublicKey } = answer
      if ('error' in outcome) {
        // The wallet has no one-click sign-in; the plain proposal is still pending.
        if (isRecord(outcome.error) && outcome.error.code === peerErrors.unsupportedMethod.code) {
          return
        }
        return reject(proposalId, fromPeerError(outcome.error))
      }
      if (senderPublicKey === undefined) return
      const shared = await agreeKey(core.curves, proposal.secretKey, senderPublicKey)
      const { key, topic } = shared
      const given = { result: outcome.result, senderPublicKey, payload, proposal }
      const signIn = await checkSignIn(core, given)
      if (signIn === undefined) {
        await core.change((draft) => endWalletSession(core, draft, shared))
        return reject(proposalId, invalid())
      }
      const session: Session = {
        topic,
        pairingTopic: proposal.pairingTopic,
        role: 'dapp',
        expiry: core.now() + sessionLifetimeSeconds,
        acknowledged: true,
        controller: senderPublicKey,
        self: { publicKey: proposal.publicKey, metadata: core.metadata },
        peer: { publicKey: senderPublicKey, metadata: parseMetadata(signIn.metadata) },
        namespaces: signIn.namespaces,
        requested: proposal.requested,
        authentication: signIn.cacaos,
      }
      await core.change((draft, after) => {
        // The same message may arrive twice.
        if (draft.sessions[topic] !== undefined) return
        // The page gave up, or another wallet was faster.
        if (draft.proposals[proposalId] === undefined) {
          return endWalletSession(core, draft, shared)
        }
        const link = getLink(draft, proposal) && true
        dropProposal(draft, proposalId)
        draft.sessions[topic] = { session, key, link, relay: core.arrivedOn() }
        after(() => {
          approvals.resolve(proposalId, session)
          core.events.emit('session_settle', { session })
        })
      })
    },
  }
}

/** Tells the wallet that there is no session. */
function endWalletSession(core: Core, draft: State, { topic, key }: SharedKey): void {
  const { code, message } = peerErrors.settlementFailed
  const params = { code, message }
  const payload = { id: core.nextId(), jsonrpc: '2.0', method: 'wc_sessionDelete', params }
  const publication = publications.wc_sessionDelete.request
  core.enqueue(draft, { topic, key, payload, publication })
}

function findProposal(proposals: Readonly<Record<string, ProposalRecord>>, answer: PeerResponse) {
  for (const [id, proposal] of Object.entries(proposals)) {
    const { authentication } = proposal
    if (authentication?.id !== answer.id) continue
    // Results are encrypted for us only; errors may also arrive on the pairing topic.
    const expected =
      authentication.topic === answer.topic ||
      (proposal.pairingTopic === answer.topic && 'error' in answer.outcome)
    if (expected) return { proposalId: Number(id), proposal, payload: authentication.payload }
  }
  return undefined
}

function invalid(): PairingError {
  return new PairingError('pairing/sign-in-invalid', 'The wallet sent an invalid sign-in.')
}
