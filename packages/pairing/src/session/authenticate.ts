import { publications } from '@latchkey/wire/relay/tags'
import type { Core } from '../core.js'
import { toTopic } from '../crypto/keys.js'
import { PairingError } from '../errors.js'
import type { State } from '../state.js'
import type { RequestedNamespaces } from './namespaces.js'
import { createRecap, decodeRecap, encodeRecap, mergeRecaps } from './recap.js'
import { type AuthPayload, parseAuthPayload } from './signInMessage.js'

/** Content of the sign-in message a page requests. */
export type AuthenticationInput = {
  /** Host of the page; the wallet shows it. */
  readonly domain: string
  /** Resource the sign-in is for, usually the page's URL. */
  readonly uri: string
  readonly nonce: string
  readonly statement?: string | undefined
  /** Default: the EVM chains of the proposal. */
  readonly chains?: readonly string[] | undefined
  readonly resources?: readonly string[] | undefined
  readonly issuedAt?: string | undefined
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
}

/** Converts the input to a request. ASCII only, because wallets treat other characters differently. */
export function readAuthentication(
  core: Core,
  input: AuthenticationInput,
  requested: RequestedNamespaces,
): AuthPayload {
  if (core.verifySignIn === undefined) {
    throw new PairingError(
      'pairing/verifier-missing',
      'To request a sign-in, the client needs the option verifySignIn.',
    )
  }
  const evm = requested.eip155
  const chains = input.chains ?? evm?.chains ?? []
  const resources = [...(input.resources ?? [])]
  const own = decodeRecap(resources.at(-1))
  if (own) resources.pop()
  const recap = mergeRecaps(createRecap(evm?.methods ?? []), own ?? {})
  const payload = parseAuthPayload({
    type: 'caip122',
    chains,
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
  if (payload === undefined || !chains.every((chain) => evm?.chains?.includes(chain))) {
    throw new PairingError('pairing/invalid-input', 'The sign-in request is invalid.')
  }
  return payload
}

/** Adds a sign-in request to a new proposal; its response arrives on a separate topic. */
export function postAuthentication(
  core: Core,
  draft: State,
  proposalId: number,
  payload: AuthPayload,
): string {
  const proposal = draft.proposals[proposalId]
  const pairing = proposal && draft.pairings[proposal.pairingTopic]
  if (proposal === undefined || pairing === undefined) {
    throw new PairingError('pairing/unknown-request', 'The proposal no longer exists.')
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
    publication: publications.wc_sessionAuthenticate.request,
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
