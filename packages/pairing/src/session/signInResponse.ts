import { isRecord } from '@latchkey/wire/json'
import { PUBLICATIONS } from '@latchkey/wire/relay/tags'
import type { Core } from '../core.js'
import { agreeKey, type SharedKey } from '../crypto/keys.js'
import { fromPeerError, PairingError, peerErrors } from '../errors.js'
import type { PeerResponse, ResponseHandler } from '../receive.js'
import type { ProposalRecord, State } from '../state.js'
import { getLink } from '../topics.js'
import { deferred } from '../waiting.js'
import type { Approvals } from './approvals.js'
import { dropProposal } from './dropProposal.js'
import { parseMetadata } from './metadata.js'
import { type SessionNamespaces, satisfies } from './namespaces.js'
import { decodeRecap, withRecapStatement } from './recap.js'
import { type Session, sessionLifetimeSeconds } from './session.js'
import { toSessionGrant } from './signInGrant.js'
import {
  type AuthPayload,
  type Cacao,
  formatSignInMessage,
  parseCacao,
  parseIssuer,
} from './signInMessage.js'

const maxCacaos = 20
/** Other messages wait for a verification. */
const verifyWaitMs = 15_000
/** How far the site's clock may be ahead of the page's. */
const clockDifferenceMs = 300_000

type SignIn = {
  readonly cacaos: readonly Cacao[]
  readonly metadata: unknown
}

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
      const signIn = readSignIn(outcome.result, payload, senderPublicKey, core.clock.now())
      const shared = await agreeKey(core.curves, proposal.secretKey, senderPublicKey)
      const { key, topic } = shared
      const namespaces = signIn ? toGrant(signIn.cacaos, payload, proposal) : undefined
      const isValid = namespaces && signIn && (await verifySignatures(core, signIn.cacaos))
      if (!isValid) {
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
        namespaces,
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
        draft.sessions[topic] = { session, key, link }
        after(() => {
          approvals.resolve(proposalId, session)
          core.events.emit('session_settle', { session })
        })
      })
    },
  }
}

/** What the sign-in grants; undefined when it is nothing or misses a requirement. */
function toGrant(
  cacaos: readonly Cacao[],
  { chains }: AuthPayload,
  { requested, required }: ProposalRecord,
): SessionNamespaces | undefined {
  const { eip155 } = requested
  const namespaces = toSessionGrant(cacaos, eip155 ? { eip155: { ...eip155, chains } } : {})
  return namespaces.eip155 && satisfies(namespaces, required) ? namespaces : undefined
}

/** Tells the wallet that there is no session. */
function endWalletSession(core: Core, draft: State, { topic, key }: SharedKey): void {
  const { code, message } = peerErrors.settlementFailed
  const params = { code, message }
  const payload = { id: core.nextId(), jsonrpc: '2.0', method: 'wc_sessionDelete', params }
  const publication = PUBLICATIONS.wc_sessionDelete.request
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

function readSignIn(
  result: unknown,
  payload: AuthPayload,
  senderPublicKey: string,
  nowMs: number,
): SignIn | undefined {
  if (!isRecord(result) || !isRecord(result.responder) || !Array.isArray(result.cacaos)) {
    return undefined
  }
  if (result.responder.publicKey !== senderPublicKey) return undefined
  if (result.cacaos.length === 0 || result.cacaos.length > maxCacaos) return undefined
  const cacaos = result.cacaos.map(parseCacao).filter((cacao) => cacao !== undefined)
  if (cacaos.length !== result.cacaos.length) return undefined
  if (!cacaos.every((cacao) => matchesPayload(cacao, payload, nowMs))) return undefined
  return { cacaos, metadata: result.responder.metadata }
}

/** Whether the signed message matches the request. */
function matchesPayload({ p }: Cacao, payload: AuthPayload, nowMs: number): boolean {
  const same = (
    ['domain', 'aud', 'version', 'nonce', 'iat', 'exp', 'nbf', 'requestId'] as const
  ).every((field) => p[field] === payload[field])
  const issuer = parseIssuer(p.iss)
  // The wallet may narrow the recap, which is the last resource.
  const recap = decodeRecap(p.resources?.at(-1))
  const others = (resources: readonly string[] = []) => resources.slice(0, -1).join('\n')
  return (
    same &&
    issuer !== undefined &&
    payload.chains.includes(issuer.chainId) &&
    recap !== undefined &&
    withRecapStatement(p.statement, recap) === withRecapStatement(payload.statement, recap) &&
    others(p.resources) === others(payload.resources) &&
    (p.exp === undefined || Date.parse(p.exp) > nowMs) &&
    (p.nbf === undefined || Date.parse(p.nbf) <= nowMs + clockDifferenceMs)
  )
}

/** A signature that cannot be verified in time counts as invalid. */
async function verifySignatures(core: Core, cacaos: readonly Cacao[]): Promise<boolean> {
  const { verifySignIn, clock } = core
  // Possible after a reload without the option the previous client had.
  if (verifySignIn === undefined) return false
  const waiting = deferred<boolean>(clock, { timeoutMs: verifyWaitMs, timeoutError: invalid })
  Promise.all(
    cacaos.map(async (cacao) => {
      const issuer = parseIssuer(cacao.p.iss)
      const message = formatSignInMessage(cacao.p)
      return issuer !== undefined && (await verifySignIn({ cacao, issuer, message })) === true
    }),
  ).then(
    (outcomes) => waiting.resolve(outcomes.every(Boolean)),
    () => waiting.resolve(false),
  )
  return waiting.promise.catch(() => false)
}

function invalid(): PairingError {
  return new PairingError('pairing/sign-in-invalid', 'The wallet answered with an invalid sign-in.')
}
