import { isRecord } from '@latchkey/wire/json'
import { publications } from '@latchkey/wire/relay/tags'
import type { Core } from '../core.js'
import { isHex32 } from '../crypto/encoding.js'
import { peerErrors } from '../errors.js'
import type { CallHandler } from '../receive.js'
import type { InboxRecord } from '../state.js'
import { hasPending } from './inbox.js'
import { parseMetadata } from './metadata.js'
import { parseRequested, type RequestedNamespaces } from './namespaces.js'
import {
  readScopedProperties,
  readSessionProperties,
  type ScopedProperties,
  type SessionProperties,
} from './properties.js'
import type { Peer } from './session.js'
import { isSeconds } from './shapes.js'

/** A dapp's proposal that waits for the wallet's user. */
export type IncomingProposal = {
  readonly id: number
  readonly pairingTopic: string
  readonly proposer: Peer
  readonly required: RequestedNamespaces
  readonly optional: RequestedNamespaces
  readonly sessionProperties?: SessionProperties
  readonly scopedProperties?: ScopedProperties
  /** Unix seconds. */
  readonly expiry: number
}

const lifetimeSeconds = 300

export function onPropose(core: Core): CallHandler<'pairing'> {
  return {
    on: 'pairing',
    role: 'wallet',
    handle({ topic, id, params, route, draft, reject, after }) {
      // The pairing was used already.
      if (route.record.active) return
      const offersSignIn = route.record.methods.includes('wc_sessionAuthenticate')
      // The plain proposal is only for wallets without one-click sign-in.
      if (offersSignIn && core.events.hasListener('authenticate')) return
      if (hasPending(draft, topic)) return
      const limit = core.now() + lifetimeSeconds
      const requestedExpiry = isRecord(params) ? params.expiryTimestamp : undefined
      const record: InboxRecord = {
        kind: 'proposal',
        topic,
        expiry: isSeconds(requestedExpiry) ? Math.min(requestedExpiry, limit) : limit,
        params,
      }
      if (record.expiry <= core.now()) return
      const proposal = readProposal(id, record)
      if (proposal === undefined) {
        return reject(peerErrors.unsupportedChains, publications.wc_sessionPropose.autoReject)
      }
      draft.inbox[id] = record
      after(() => core.events.emit('proposal', proposal))
    },
  }
}

export function readProposal(id: number, record: InboxRecord): IncomingProposal | undefined {
  const { params } = record
  if (!isRecord(params) || !isRecord(params.proposer)) return undefined
  const { publicKey, metadata } = params.proposer
  if (!isHex32(publicKey)) return undefined
  try {
    const required = parseRequested(params.requiredNamespaces ?? {})
    const optional = parseRequested(params.optionalNamespaces ?? {})
    const sessionProperties = readSessionProperties(params.sessionProperties)
    const scopedProperties = readScopedProperties(params.scopedProperties, {
      ...required,
      ...optional,
    })
    return {
      id,
      pairingTopic: record.topic,
      proposer: { publicKey, metadata: parseMetadata(metadata) },
      required,
      optional,
      ...(sessionProperties ? { sessionProperties } : {}),
      ...(scopedProperties ? { scopedProperties } : {}),
      expiry: record.expiry,
    }
  } catch {
    return undefined
  }
}
