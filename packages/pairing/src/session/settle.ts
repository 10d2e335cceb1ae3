import { isRecord } from '@latchkey/wire/json'
import type { Core } from '../core.js'
import { isHex32 } from '../crypto/encoding.js'
import { agreeKey } from '../crypto/keys.js'
import { fromPeerError, PairingError, peerErrors } from '../errors.js'
import type { CallHandler, ResponseHandler } from '../receive.js'
import type { ProposalRecord } from '../state.js'
import type { Approvals } from './approvals.js'
import { dropProposal } from './dropProposal.js'
import { parseMetadata } from './metadata.js'
import { parseGranted, restrict, satisfies } from './namespaces.js'
import { readScopedProperties, readSessionProperties } from './properties.js'
import { type Session, sessionLifetimeSeconds } from './session.js'
import { isSeconds } from './shapes.js'

/** The wallet's response to a proposal: its public key, which gives the session topic. */
export function onProposalResponse(core: Core, approvals: Approvals): ResponseHandler {
  return {
    matches: (state, { id, topic }) => state.proposals[id]?.pairingTopic === topic,
    async handle({ id, outcome }) {
      const proposal = core.state().proposals[id]
      // The first wallet wins.
      if (proposal === undefined || proposal.settlement !== undefined) return
      if ('error' in outcome) {
        return core.change((draft, after) => {
          dropProposal(draft, id)
          after(() => approvals.reject(id, fromPeerError(outcome.error)))
        })
      }
      const responder = isRecord(outcome.result) ? outcome.result.responderPublicKey : undefined
      if (!isHex32(responder)) return
      const { key, topic } = await agreeKey(core.curves, proposal.secretKey, responder)
      await core.change((draft) => {
        const record = draft.proposals[id]
        if (record === undefined || record.settlement !== undefined) return
        record.settlement = { topic, key, responder }
        const pairing = draft.pairings[record.pairingTopic]
        if (pairing) pairing.active = true
      })
    },
  }
}

export function onSettle(core: Core, approvals: Approvals): CallHandler<'settlement'> {
  return {
    on: 'settlement',
    handle({ topic, params, route, draft, reply, reject, after }) {
      const { proposalId, record, key } = route
      dropProposal(draft, proposalId)
      const session = readSettlement(core, topic, params, record)
      if (session === undefined) {
        reject(peerErrors.settlementFailed)
        after(() => approvals.reject(proposalId, invalidSettlement()))
        return
      }
      draft.sessions[topic] = { session, key, relay: core.arrivedOn() }
      reply(true)
      after(() => {
        approvals.resolve(proposalId, session)
        core.events.emit('session_settle', { session })
      })
    },
  }
}

function readSettlement(
  core: Core,
  topic: string,
  params: unknown,
  proposal: ProposalRecord,
): Session | undefined {
  if (!isRecord(params) || !isRecord(params.controller) || !isSeconds(params.expiry)) {
    return undefined
  }
  const { publicKey, metadata } = params.controller
  // The settlement must come from the wallet that responded.
  if (!isHex32(publicKey) || publicKey !== proposal.settlement?.responder) return undefined
  if (params.expiry <= core.now()) return undefined
  const namespaces = readNamespaces(params.namespaces, proposal)
  if (namespaces === undefined) return undefined
  const sessionProperties = readSessionProperties(params.sessionProperties)
  const scopedProperties = readScopedProperties(params.scopedProperties, proposal.requested)
  const config = isRecord(params.sessionConfig) ? params.sessionConfig : {}
  return {
    topic,
    pairingTopic: proposal.pairingTopic,
    role: 'dapp',
    expiry: Math.min(params.expiry, core.now() + sessionLifetimeSeconds),
    acknowledged: true,
    controller: publicKey,
    self: { publicKey: proposal.publicKey, metadata: core.metadata },
    peer: { publicKey, metadata: parseMetadata(metadata) },
    namespaces,
    requested: proposal.requested,
    ...(sessionProperties ? { sessionProperties } : {}),
    ...(scopedProperties ? { scopedProperties } : {}),
    ...(config.disableDeepLink === true ? { sessionConfig: { disableDeepLink: true } } : {}),
  }
}

/** The granted part of the request; undefined when it is empty or misses a requirement. */
function readNamespaces(value: unknown, proposal: ProposalRecord) {
  try {
    const namespaces = restrict(parseGranted(value), proposal.requested)
    const usable = Object.keys(namespaces).length > 0 && satisfies(namespaces, proposal.required)
    return usable ? namespaces : undefined
  } catch {
    return undefined
  }
}

function invalidSettlement(): PairingError {
  return new PairingError(
    'pairing/settlement-invalid',
    'The session the wallet settled is invalid.',
  )
}
