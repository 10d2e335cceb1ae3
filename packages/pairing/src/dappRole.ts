import type { Core } from './core.js'
import { createApprovals } from './session/approvals.js'
import { emitStoredEvents, onEvent } from './session/event.js'
import {
  type Proposal,
  type ProposeInput,
  propose,
  type SignInProposeInput,
} from './session/propose.js'
import {
  emitLateResponses,
  type OwnRequests,
  onRequestResponse,
  type RequestInput,
  request,
} from './session/request.js'
import { onProposalResponse, onSettle } from './session/settle.js'
import { onSignInResponse } from './session/signInResponse.js'
import { onUpdate } from './session/update.js'

/** Actions of a dapp. */
export type DappActions = {
  /** Returns the pairing URI at once and a promise of the session. Throws for invalid input. */
  propose(input: ProposeInput): Proposal
  /** Sends a request within the session's scope. */
  request(input: RequestInput): Promise<unknown>
}

/** Actions of a dapp that verifies sign-ins. */
export type SignInDappActions = Omit<DappActions, 'propose'> & {
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
    responses: [
      onProposalResponse(core, approvals),
      onSignInResponse(core, approvals),
      onRequestResponse(core, own),
    ],
  })
  core.onRestored(() => {
    emitStoredEvents(core)
    emitLateResponses(core)
  })
  core.onClose((error) => approvals.rejectAll(error))
  return {
    propose: (input) => propose(core, approvals, input),
    request: (input) => request(core, own, input),
  }
}
