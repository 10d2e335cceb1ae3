import { isRecord } from '@latchkey/wire/json'
import { publications } from '@latchkey/wire/relay/tags'
import type { Core } from '../core.js'
import { agreeKey, createKeyPair } from '../crypto/keys.js'
import { PairingError } from '../errors.js'
import type { ResponseHandler } from '../receive.js'
import type { State } from '../state.js'
import { endSession } from '../sweep.js'
import { removeFromInbox } from './inbox.js'
import { readProposal } from './incomingProposal.js'
import { mergeRequested, parseGranted, restrict, satisfies } from './namespaces.js'
import type { ScopedProperties, SessionProperties } from './properties.js'
import { type Session, sessionLifetimeSeconds } from './session.js'

/** Parameters to approve a proposal. */
export type ApproveInput = {
  readonly id: number
  readonly namespaces: unknown
  readonly sessionProperties?: SessionProperties
  readonly scopedProperties?: ScopedProperties
  readonly sessionConfig?: { readonly disableDeepLink?: boolean }
  readonly signal?: AbortSignal
}

/** Wallet role: approves a proposal. Resolves when the relay has accepted both messages. */
export async function approve(core: Core, input: ApproveInput): Promise<Session> {
  const pair = await createKeyPair(core.curves, core.random)
  const [session, messageIds] = await core.change(async (draft) => {
    const proposal = removeFromInbox(draft, input.id, 'proposal', readProposal)
    const pairing = draft.pairings[proposal.pairingTopic]
    if (pairing === undefined) {
      throw new PairingError('pairing/unknown-request', 'The pairing has expired.')
    }
    const requested = mergeRequested(proposal.required, proposal.optional)
    const namespaces = restrict(parseGranted(input.namespaces), requested)
    if (Object.keys(namespaces).length === 0 || !satisfies(namespaces, proposal.required)) {
      throw new PairingError(
        'pairing/invalid-namespaces',
        'The approved namespaces do not cover the required ones.',
      )
    }
    const { key, topic } = await agreeKey(core.curves, pair.secretKey, proposal.proposer.publicKey)
    const settleId = core.nextId()
    const extras = {
      ...(input.sessionProperties ? { sessionProperties: input.sessionProperties } : {}),
      ...(input.scopedProperties ? { scopedProperties: input.scopedProperties } : {}),
      ...(input.sessionConfig ? { sessionConfig: input.sessionConfig } : {}),
    }
    const self = { publicKey: pair.publicKey, metadata: core.metadata }
    const session: Session = {
      topic,
      pairingTopic: proposal.pairingTopic,
      role: 'wallet',
      expiry: core.now() + sessionLifetimeSeconds,
      acknowledged: false,
      controller: pair.publicKey,
      self,
      peer: proposal.proposer,
      namespaces,
      requested,
      ...extras,
    }
    draft.sessions[topic] = { session, key, settleId }
    removePairing(draft, proposal.pairingTopic)
    // The settlement first, so that the relay has it when the dapp subscribes.
    const settlement = core.enqueue(draft, {
      topic,
      key,
      publication: publications.wc_sessionSettle.request,
      payload: {
        id: settleId,
        jsonrpc: '2.0',
        method: 'wc_sessionSettle',
        params: {
          relay: { protocol: 'irn' },
          namespaces,
          controller: self,
          expiry: session.expiry,
          ...extras,
        },
      },
    })
    const answer = core.enqueue(draft, {
      topic: proposal.pairingTopic,
      key: pairing.key,
      publication: publications.wc_sessionPropose.response,
      payload: {
        id: input.id,
        jsonrpc: '2.0',
        result: { relay: { protocol: 'irn' }, responderPublicKey: pair.publicKey },
      },
    })
    return [session, [settlement, answer]] as const
  })
  await Promise.all(messageIds.map((messageId) => core.outbox.sent(messageId, input.signal)))
  return session
}

/** A pairing accepts one response. Kept until it expires, so that it cannot be used again. */
export function removePairing(draft: State, topic: string): void {
  const pairing = draft.pairings[topic]
  if (pairing) pairing.active = true
}

/** Handles the dapp's response to the settlement. */
export function onSettleResponse(core: Core): ResponseHandler {
  return {
    matches: (state, { id, topic }) => state.sessions[topic]?.settleId === id,
    handle: ({ topic, outcome }) =>
      core.change((draft, after) => {
        const record = draft.sessions[topic]
        if (record === undefined) return
        delete record.settleId
        if ('error' in outcome) {
          endSession(draft, topic)
          const { code, message } = readError(outcome.error)
          after(() =>
            core.events.emit('session_end', { topic, reason: { code, message }, by: 'peer' }),
          )
          return
        }
        record.session = { ...record.session, acknowledged: true }
        const { session } = record
        after(() => core.events.emit('session_settle', { session }))
      }),
  }
}

function readError(error: unknown): { code: number; message: string } {
  const fields = isRecord(error) ? error : {}
  return {
    code: typeof fields.code === 'number' ? fields.code : 0,
    message: typeof fields.message === 'string' ? fields.message.slice(0, 500) : '',
  }
}
