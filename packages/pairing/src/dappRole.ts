import type { Core } from './core.js'
import { createApprovals } from './session/approvals.js'
import { onEvent, tellEvents } from './session/event.js'
import {
  type Proposal,
  type ProposeInput,
  propose,
  type SignInProposeInput,
} from './session/propose.js'
import {
  type OwnRequests,
  onRequestAnswer,
  type RequestInput,
  request,
  tellAnswers,
} from './session/request.js'
import { onProposalAnswer, onSettle } from './session/settle.js'
import { onSignInAnswer } from './session/signInAnswer.js'
import { onUpdate } from './session/update.js'

/** What only a page does. */
export interface DappActions {
  /** Gives the pairing URI at once, and a promise of the session. Throws on unusable input. */
  propose(input: ProposeInput): Proposal
  /** Asks the wallet for something within the session's scope. */
  request(input: RequestInput): Promise<unknown>
}

/** What a page does that verifies sign-ins. */
export interface SignInDappActions extends DappActions {
  propose(input: SignInProposeInput): Proposal
}

export function dappActions(core: Core): SignInDappActions {
  const approvals = createApprovals()
  const own: OwnRequests = new Set()
  core.use({
    calls: {
      wc_sessionSettle: onSettle(core, approvals),
      wc_sessionUpdate: onUpdate(core),
      wc_sessionEvent: onEvent(core),
    },
    answers: [
      onProposalAnswer(core, approvals),
      onSignInAnswer(core, approvals),
      onRequestAnswer(core, own),
    ],
  })
  core.onRestored(() => {
    tellEvents(core)
    tellAnswers(core)
  })
  core.onClose((error) => approvals.rejectAll(error))
  return {
    propose: (input) => propose(core, approvals, input),
    request: (input) => request(core, own, input),
  }
}
