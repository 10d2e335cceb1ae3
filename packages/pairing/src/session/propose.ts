import { publications } from '@latchkey/wire/relay/tags'
import type { Core } from '../core.js'
import { createKeyPair, createSymmetricKey, type SharedKey } from '../crypto/keys.js'
import { isPairingError, PairingError, peerErrors } from '../errors.js'
import { getLink } from '../topics.js'
import { cancelled, deferred } from '../waiting.js'
import type { Approvals } from './approvals.js'
import { type AuthenticationInput, postAuthentication, readAuthentication } from './authenticate.js'
import { dropProposal } from './dropProposal.js'
import {
  mergeRequested,
  namespaceOf,
  parseRequested,
  type RequestedNamespaces,
} from './namespaces.js'
import { checkProperties, type ScopedProperties, type SessionProperties } from './properties.js'
import type { Session } from './session.js'
import type { AuthPayload } from './signInMessage.js'
import { formatPairingUri, uriLifetimeMs } from './uri.js'

/** Parameters of a proposal. */
export type ProposeInput = {
  /** The session is only accepted with all of this. */
  readonly required?: RequestedNamespaces
  readonly optional: RequestedNamespaces
  readonly sessionProperties?: SessionProperties
  readonly scopedProperties?: ScopedProperties
  /** Only for clients with `verifySignIn`. */
  readonly authentication?: never
  /**
   * Universal link of a wallet on this device. In link mode, a known app gets the sign-in request by
   * link, unencrypted, and nothing is published; otherwise the relay is used.
   */
  readonly walletLink?: string
  readonly signal?: AbortSignal
}

/** Parameters of a proposal by a client that verifies sign-ins. */
export type SignInProposeInput = Omit<ProposeInput, 'authentication'> & {
  /** Requests a sign-in in the same step; a wallet without it returns a plain session. */
  readonly authentication?: AuthenticationInput
}

export type Proposal = {
  readonly uri: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** Resolves when the relay has the proposal, so a wallet can find it even if the page closes. */
  readonly published: Promise<void>
  readonly approval: Promise<Session>
}

type Plan = {
  readonly id: number
  readonly pairing: SharedKey
  readonly expiry: number
  readonly required: RequestedNamespaces
  readonly requested: RequestedNamespaces
  readonly input: SignInProposeInput
  readonly auth: AuthPayload | undefined
}

/** Creates the URI synchronously; everything slow follows. */
export function propose(core: Core, approvals: Approvals, input: SignInProposeInput): Proposal {
  const required = input.required ? parseRequested(input.required) : {}
  const optional = parseRequested(input.optional)
  const combined = input.required ? mergeRequested(required, optional) : optional
  const requested = input.authentication ? withPersonalSign(combined) : combined
  checkProperties(requested, input.sessionProperties, input.scopedProperties)
  const expiry = core.now() + uriLifetimeMs / 1000
  const auth = input.authentication && readAuthentication(core, input.authentication, requested)
  const pairing = createSymmetricKey(core.random)
  const plan: Plan = { id: core.nextId(), pairing, expiry, required, requested, input, auth }
  const soon = Promise.resolve()
  const published = soon.then(() => publishProposal(core, plan))
  return {
    uri: formatPairingUri({
      topic: pairing.topic,
      symKey: pairing.key,
      expiry,
      methods: auth ? ['wc_sessionAuthenticate'] : [],
    }),
    expiresAt: expiry * 1000,
    published,
    approval: soon.then(() => awaitApproval(core, approvals, plan, published)),
  }
}

async function awaitApproval(
  core: Core,
  approvals: Approvals,
  plan: Plan,
  published: Promise<void>,
): Promise<Session> {
  const { signal } = plan.input
  const waiting = deferred<Session>(core.clock, {
    timeoutMs: plan.expiry * 1000 - core.clock.now(),
    timeoutError: () =>
      new PairingError('pairing/proposal-expired', 'No wallet responded before the URI expired.'),
    signal,
  })
  approvals.add(plan.id, waiting)
  published.catch((cause: unknown) => {
    waiting.reject(isPairingError(cause) ? cause : failed(cause))
  })
  try {
    return await waiting.promise
  } catch (error) {
    // Closing works like a reload: the next client continues the proposal.
    if (!isPairingError(error, 'pairing/closed')) {
      // If storage fails, the proposal stays until it expires.
      await withdraw(core, plan, error).catch(() => undefined)
    }
    throw error
  }
}

async function publishProposal(core: Core, plan: Plan): Promise<void> {
  const { pairing, id, expiry, required, requested, input, auth } = plan
  const { secretKey, publicKey } = await createKeyPair(core.curves, core.random)
  const messageIds = await core.change((draft) => {
    if (input.signal?.aborted) throw cancelled(input.signal)
    const pairingTopic = pairing.topic
    const app = auth && core.links?.known(draft, input.walletLink)
    draft.pairings[pairingTopic] = {
      role: 'dapp',
      key: pairing.key,
      expiry,
      methods: [],
      active: false,
      link: app ? { app } : undefined,
    }
    draft.proposals[id] = { pairingTopic, secretKey, publicKey, required, requested, expiry }
    const posted = auth ? [postAuthentication(core, draft, id, auth)] : []
    if (app) return posted
    const payload = {
      id,
      jsonrpc: '2.0',
      method: 'wc_sessionPropose',
      params: {
        requiredNamespaces: {},
        optionalNamespaces: requested,
        relays: [{ protocol: 'irn' }],
        proposer: { publicKey, metadata: core.metadata },
        expiryTimestamp: expiry,
        pairingTopic,
        id,
        ...(input.sessionProperties ? { sessionProperties: input.sessionProperties } : {}),
        ...(input.scopedProperties ? { scopedProperties: input.scopedProperties } : {}),
      },
    }
    const publication = publications.wc_sessionPropose.request
    const { topic, key } = pairing
    return [...posted, core.enqueue(draft, { topic, key, payload, publication })]
  })
  await Promise.all(messageIds.map((messageId) => core.outbox.sent(messageId, input.signal)))
}

/** Removes the proposal and notifies a wallet that shows it. */
async function withdraw(core: Core, { id, pairing }: Plan, error: unknown): Promise<void> {
  await core.change((draft) => {
    const wasOpen = draft.proposals[id] !== undefined
    const link = getLink(draft, { pairingTopic: pairing.topic })
    dropProposal(draft, id)
    if (!wasOpen || link || !isPairingError(error, 'pairing/cancelled')) return
    const { code, message } = peerErrors.userDisconnected
    const params = { code, message }
    const payload = { id: core.nextId(), jsonrpc: '2.0', method: 'wc_pairingDelete', params }
    const publication = publications.wc_pairingDelete.request
    core.enqueue(draft, { topic: pairing.topic, key: pairing.key, payload, publication })
  })
}

/** A wallet without one-click sign-in signs in a separate request afterwards. */
function withPersonalSign(requested: RequestedNamespaces): RequestedNamespaces {
  return Object.fromEntries(
    Object.entries(requested).map(([key, entry]) => [
      key,
      namespaceOf(key) === 'eip155' && !entry.methods.includes('personal_sign')
        ? { ...entry, methods: [...entry.methods, 'personal_sign'] }
        : entry,
    ]),
  )
}

function failed(cause: unknown): PairingError {
  return new PairingError('pairing/relay-unavailable', 'The proposal could not be published.', {
    cause,
  })
}
