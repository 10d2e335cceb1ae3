import type { Core } from './core.js'
import { type ApproveInput, approve, onSettleResponse } from './session/approve.js'
import { onAuthenticate, readAuthenticationRequest } from './session/authRequest.js'
import { onPairingDelete } from './session/end.js'
import { type EmitInput, emitEvent } from './session/event.js'
import { onPropose, readProposal } from './session/incomingProposal.js'
import { onRequest, type RespondInput, readRequest, respond } from './session/incomingRequest.js'
import { type PairInput, pair } from './session/pair.js'
import { type RejectInput, reject } from './session/reject.js'
import type { Session } from './session/session.js'
import {
  type ApproveAuthenticationInput,
  approveAuthentication,
  type SignInInput,
  signIn,
} from './session/signIn.js'
import { type UpdateInput, update } from './session/update.js'
import type { InboxRecord } from './state.js'

/** Actions of a wallet. */
export type WalletActions = {
  /** Listens to a scanned URI; a `proposal` or `authenticate` event follows. */
  pair(input: PairInput): Promise<{ topic: string }>
  approve(input: ApproveInput): Promise<Session>
  /** Rejects a proposal or a sign-in. */
  reject(input: RejectInput): Promise<void>
  /** Builds the sign-in message, signs it and sends it. */
  signIn(input: SignInInput): Promise<Session | undefined>
  /** Sends sign-ins that were signed elsewhere. */
  approveAuthentication(input: ApproveAuthenticationInput): Promise<Session | undefined>
  respond(input: RespondInput): Promise<void>
  /** Replaces the session's namespaces, within what was requested. */
  update(input: UpdateInput): Promise<Session>
  /** Sends a session event such as `chainChanged`. */
  emit(input: EmitInput): Promise<void>
}

export function walletActions(core: Core): WalletActions {
  core.use({
    calls: {
      wc_sessionPropose: onPropose(core),
      wc_sessionAuthenticate: onAuthenticate(core),
      wc_sessionRequest: onRequest(core),
      wc_pairingDelete: onPairingDelete(core),
    },
    responses: [onSettleResponse(core)],
  })
  core.onRestored(() => emitInbox(core))
  return {
    async pair(input) {
      const known = { ...(await core.load()).inbox }
      const paired = await pair(core, input)
      // A second scan of the URI: emit again what arrived after the first.
      emitInbox(core, (id, { topic }) => topic === paired.topic && id in known)
      return paired
    },
    approve: (input) => approve(core, input),
    reject: (input) => reject(core, input),
    signIn: (input) => signIn(core, input),
    approveAuthentication: (input) => approveAuthentication(core, input),
    respond: (input) => respond(core, input),
    update: (input) => update(core, input),
    emit: (input) => emitEvent(core, input),
  }
}

/** Emits pending proposals and requests again after a reload or a second scan. */
function emitInbox(
  { state, events }: Core,
  wanted: (id: number, record: InboxRecord) => boolean = () => true,
): void {
  for (const [key, record] of Object.entries(state().inbox)) {
    const id = Number(key)
    if (!wanted(id, record)) continue
    if (record.kind === 'proposal') {
      const proposal = readProposal(id, record)
      if (proposal) events.emit('proposal', proposal)
    } else if (record.kind === 'authenticate') {
      const request = readAuthenticationRequest(id, record)
      if (request) events.emit('authenticate', request)
    } else {
      const request = readRequest(id, record)
      if (request) events.emit('request', request)
    }
  }
}
