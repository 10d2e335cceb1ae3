import { PUBLICATIONS } from '@latchkey/wire/relay/tags'
import type { Core } from '../core.js'
import { toTopic } from '../crypto/keys.js'
import { PairingError } from '../errors.js'
import type { State } from '../state.js'
import type { RequestedNamespaces } from './namespaces.js'
import { createRecap, decodeRecap, encodeRecap, mergeRecaps } from './recap.js'
import { type AuthPayload, parseAuthPayload } from './signInMessage.js'

/** What a page wants signed when it asks for a sign-in. */
export type AuthenticationInput = {
  /** Host of the page, as the wallet shows it. */
  readonly domain: string
  /** What the sign-in is for: usually the page's URL. */
  readonly uri: string
  readonly nonce: string
  readonly statement?: string
  /** By default the EVM chains of the proposal. */
  readonly chains?: readonly string[]
  readonly resources?: readonly string[]
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
}

/** Turns the caller's wish into the request; ASCII only, because wallets disagree on anything else. */
export function readAuthentication(
  core: Core,
  input: AuthenticationInput,
  requested: RequestedNamespaces,
): AuthPayload {
  if (core.verifySignIn === undefined) {
    throw new PairingError(
      'pairing/verifier-missing',
      'A client needs the option verifySignIn to ask for a sign-in.',
    )
  }
  const evm = requested.eip155
  const resources = [...(input.resources ?? [])]
  const own = decodeRecap(resources.at(-1))
  if (own) resources.pop()
  const recap = mergeRecaps(createRecap(evm?.methods ?? []), own ?? {})
  const payload = parseAuthPayload({
    type: 'caip122',
    chains: input.chains ?? evm?.chains,
    statement: input.statement,
    aud: input.uri,
    domain: input.domain,
    version: '1',
    nonce: input.nonce,
    iat: input.issuedAt ?? new Date(core.clock.now()).toISOString(),
    exp: input.expirationTime,
    nbf: input.notBefore,
    requestId: input.requestId,
    resources: [...resources, encodeRecap(recap)],
  })
  if (payload === undefined) {
    throw new PairingError('pairing/invalid-input', 'The sign-in request is unusable.')
  }
  return payload
}

/** Adds the sign-in request to a proposal being made; its answer comes to a topic of its own. */
export function postAuthentication(
  core: Core,
  draft: State,
  proposalId: number,
  payload: AuthPayload,
): string {
  const proposal = draft.proposals[proposalId]
  const pairing = proposal && draft.pairings[proposal.pairingTopic]
  if (proposal === undefined || pairing === undefined) {
    throw new PairingError('pairing/unknown-request', 'The proposal is gone.')
  }
  const id = core.nextId()
  const { publicKey, pairingTopic, expiry } = proposal
  draft.proposals[proposalId] = {
    ...proposal,
    authentication: { id, topic: toTopic(publicKey), payload },
  }
  return core.enqueue(draft, {
    topic: pairingTopic,
    key: pairing.key,
    publication: PUBLICATIONS.wc_sessionAuthenticate.request,
    payload: {
      id,
      jsonrpc: '2.0',
      method: 'wc_sessionAuthenticate',
      params: {
        authPayload: payload,
        requester: { publicKey, metadata: core.metadata },
        expiryTimestamp: expiry,
      },
    },
  })
}
