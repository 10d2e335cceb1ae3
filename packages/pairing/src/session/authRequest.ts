import { isRecord } from '@latchkey/wire/json'
import { publications, unsupportedMethodPublication } from '@latchkey/wire/relay/tags'
import type { Core } from '../core.js'
import { isHex32 } from '../crypto/encoding.js'
import { peerErrors } from '../errors.js'
import type { CallHandler } from '../receive.js'
import type { InboxRecord } from '../state.js'
import { hasPending } from './inbox.js'
import { parseMetadata } from './metadata.js'
import {
  createRecap,
  decodeRecap,
  encodeRecap,
  getRecapGrant,
  mergeRecaps,
  withRecapStatement,
} from './recap.js'
import type { Peer } from './session.js'
import { isSeconds } from './shapes.js'
import { type AuthPayload, type CacaoPayload, parseAuthPayload } from './signInMessage.js'

/** A dapp's one-click sign-in request that waits for the wallet's user. */
export type AuthenticationRequest = {
  readonly id: number
  readonly pairingTopic: string
  readonly requester: Peer
  readonly payload: AuthPayload
  /** Wallet methods that the signed message permits. */
  readonly methods: readonly string[]
  /** Unix seconds. */
  readonly expiry: number
}

const lifetimeSeconds = 3_600

export function onAuthenticate(core: Core): CallHandler<'pairing'> {
  return {
    on: 'pairing',
    role: 'wallet',
    handle({ topic, id, params, route, draft, reject, after }) {
      // The pairing was used already.
      if (route.record.active) return
      if (hasPending(draft, topic)) return
      // After this error the dapp continues with the plain proposal it also sent.
      if (!core.events.hasListener('authenticate')) {
        return reject(peerErrors.unsupportedMethod, unsupportedMethodPublication)
      }
      const limit = core.now() + lifetimeSeconds
      const requestedExpiry = isRecord(params) ? params.expiryTimestamp : undefined
      const expiry = isSeconds(requestedExpiry) ? Math.min(requestedExpiry, limit) : limit
      const record: InboxRecord = { kind: 'authenticate', topic, expiry, params }
      if (expiry <= core.now()) return
      const request = readAuthenticationRequest(id, record)
      if (request === undefined) {
        const publication = publications.wc_sessionAuthenticate.autoReject
        return reject(peerErrors.signInMalformed, publication)
      }
      draft.inbox[id] = record
      after(() => core.events.emit('authenticate', request))
    },
  }
}

export function readAuthenticationRequest(
  id: number,
  record: InboxRecord,
): AuthenticationRequest | undefined {
  const { params, topic, expiry } = record
  if (!isRecord(params) || !isRecord(params.requester)) return undefined
  const { publicKey, metadata } = params.requester
  const payload = parseAuthPayload(params.authPayload)
  if (!isHex32(publicKey) || payload === undefined) return undefined
  const requester = { publicKey, metadata: parseMetadata(metadata) }
  return { id, pairingTopic: topic, requester, payload, methods: getMethods(payload), expiry }
}

/** The wallet methods in the recap of a request. */
export function getMethods({ resources }: AuthPayload): readonly string[] {
  const recap = decodeRecap(resources?.at(-1))
  return recap ? getRecapGrant(recap).methods : []
}

export type SupportedScope = {
  readonly chains: readonly string[]
  readonly methods: readonly string[]
}

/** The payload to sign: the dapp's request, limited to what the wallet supports. */
export function narrowAuthPayload(
  payload: AuthPayload,
  account: string,
  supported: SupportedScope,
): CacaoPayload {
  const chains = payload.chains.filter((chain) => supported.chains.includes(chain))
  const resources = [...(payload.resources ?? [])]
  const requestedRecap = decodeRecap(resources.at(-1))
  let { statement } = payload
  if (requestedRecap) {
    resources.pop()
    const { eip155: _replaced, ...others } = requestedRecap
    const methods = getRecapGrant(requestedRecap).methods.filter((method) =>
      supported.methods.includes(method),
    )
    const recap = mergeRecaps(methods.length > 0 ? createRecap(methods, chains) : {}, others)
    if (Object.keys(recap).length > 0) {
      resources.push(encodeRecap(recap))
      statement = withRecapStatement(statement, recap)
    }
  }
  const { domain, aud, version, nonce, iat, requestId, nbf, exp } = payload
  return {
    iss: `did:pkh:${account}`,
    domain,
    aud,
    version,
    nonce,
    iat,
    ...(statement ? { statement } : {}),
    ...(requestId ? { requestId } : {}),
    ...(payload.resources ? { resources } : {}),
    ...(nbf ? { nbf } : {}),
    ...(exp ? { exp } : {}),
  }
}
