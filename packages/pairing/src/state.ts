import { isRecord, safeParseJson } from '@latchkey/wire/json'
import { isHex32 } from './crypto/encoding.js'
import type { RelayIdentity } from './crypto/relayToken.js'
import type { Outcome } from './pendingRequests.js'
import type { SessionEvent } from './session/event.js'
import type { RequestedNamespaces } from './session/namespaces.js'
import type { Role, Session } from './session/session.js'
import { type Fields, isRpcId, isSeconds, isTexts } from './session/shapes.js'
import type { AuthPayload } from './session/signInMessage.js'

export type PairingRecord = {
  readonly role: Role
  readonly key: string
  readonly expiry: number
  readonly methods: readonly string[]
  /** Already used once. */
  active: boolean
  /** Present when its messages are sent by link. */
  readonly link?: PairingLink | undefined
}

export type PairingLink = {
  /** Universal link of the other app. */
  readonly app: string
  /** Topic on which the dapp expects the response (wallet role). */
  readonly replyTopic?: string
  /** Whether the link has the origin the dapp claims (wallet role). */
  readonly verified?: boolean
}

/** A proposal that waits for a wallet. */
export type ProposalRecord = {
  readonly pairingTopic: string
  readonly secretKey: string
  readonly publicKey: string
  readonly required: RequestedNamespaces
  readonly requested: RequestedNamespaces
  readonly expiry: number
  /** Present when one-click sign-in was requested. */
  readonly authentication?: {
    readonly id: number
    readonly topic: string
    readonly payload: AuthPayload
  }
  /** Present while the settlement of the wallet that responded is pending. */
  settlement?: {
    readonly topic: string
    readonly key: string
    readonly responder: string
  }
}

export type SessionRecord = {
  session: Session
  readonly key: string
  /** The relay the peer settled on, and is asked on; undefined to ask on all. */
  readonly relay?: string | undefined
  /** Id of our unconfirmed settlement (wallet role). */
  settleId?: number
  /** Id of the newest update applied, and of the newest event of each name. */
  lastUpdate?: number
  lastEvents?: Record<string, number>
  /** Events that were received but not emitted yet, by id. */
  undelivered?: Record<string, SessionEvent>
  /** Requests and responses are sent by link. */
  link?: true | undefined
}

/** A sent request without a known response. */
export type SentRequestRecord = {
  readonly topic: string
  readonly chainId: string
  readonly method: string
  readonly expiry: number
  /** The wallet's response, until it was emitted. */
  outcome?: Outcome
}

/** A proposal or request that waits for the wallet's user. */
export type InboxRecord = {
  readonly kind: 'proposal' | 'request' | 'authenticate'
  readonly topic: string
  readonly expiry: number
  readonly params: unknown
}

/** An encrypted message that is not sent yet. */
export type OutboxRecord = {
  readonly topic: string
  readonly message: string
  readonly ttl: number
  readonly tag: number
  readonly prompt: boolean
  readonly expiry: number
  /** Universal link of the receiving app; such a message is never sent to a relay. */
  readonly link?: string | undefined
  /** The relay of the peer; undefined for all. */
  readonly relay?: string | undefined
}

/** Request ids seen on a topic. Ids at or below the floor are replays. */
export type SeenRecord = {
  ids: number[]
  floor: number
}

/** Everything that survives a reload. Times are Unix seconds. */
export type State = {
  identity?: RelayIdentity
  pairings: Record<string, PairingRecord>
  proposals: Record<string, ProposalRecord>
  sessions: Record<string, SessionRecord>
  sentRequests: Record<string, SentRequestRecord>
  inbox: Record<string, InboxRecord>
  outbox: Record<string, OutboxRecord>
  seen: Record<string, SeenRecord>
  /** Universal links of apps we had a session with over a relay, oldest first. */
  linkApps?: string[]
}

export function emptyState(): State {
  return {
    pairings: {},
    proposals: {},
    sessions: {},
    sentRequests: {},
    inbox: {},
    outbox: {},
    seen: {},
  }
}

type Section = Exclude<keyof State, 'identity' | 'linkApps'>

/** Minimal checks per record; invalid records are dropped. */
const recordChecks: Readonly<Record<Section, (record: Fields) => boolean>> = {
  pairings: (record) =>
    isHex32(record.key) && isSeconds(record.expiry) && Array.isArray(record.methods),
  proposals: (record) =>
    isHex32(record.pairingTopic) &&
    isHex32(record.secretKey) &&
    isHex32(record.publicKey) &&
    isSeconds(record.expiry) &&
    isRecord(record.required) &&
    isRecord(record.requested) &&
    isOptional(
      record.settlement,
      (it) => isHex32(it.topic) && isHex32(it.key) && isHex32(it.responder),
    ) &&
    isOptional(
      record.authentication,
      (it) => isRpcId(it.id) && isHex32(it.topic) && isRecord(it.payload),
    ),
  sessions: (record) =>
    isHex32(record.key) &&
    isRecord(record.session) &&
    isSession(record.session) &&
    isOptional(record.undelivered, (it) => Object.values(it).every(isRecord)),
  sentRequests: (record) =>
    isHex32(record.topic) &&
    isSeconds(record.expiry) &&
    typeof record.chainId === 'string' &&
    typeof record.method === 'string',
  inbox: (record) =>
    isHex32(record.topic) && isSeconds(record.expiry) && typeof record.kind === 'string',
  outbox: (record) =>
    isHex32(record.topic) &&
    typeof record.message === 'string' &&
    isSeconds(record.ttl) &&
    isSeconds(record.tag) &&
    isSeconds(record.expiry),
  seen: (record) =>
    isSeconds(record.floor) && Array.isArray(record.ids) && record.ids.every(isRpcId),
}

/** Parses the stored state; empty when it is invalid. */
export function parseState(text: string | undefined): State {
  const state = emptyState()
  const stored = safeParseJson(text ?? '')
  if (!isRecord(stored)) return state
  if (
    isRecord(stored.identity) &&
    isHex32(stored.identity.seed) &&
    typeof stored.identity.clientId === 'string'
  ) {
    state.identity = { seed: stored.identity.seed, clientId: stored.identity.clientId }
  }
  if (isTexts(stored.linkApps)) state.linkApps = stored.linkApps
  for (const [section, isValid] of Object.entries(recordChecks)) {
    const records = stored[section]
    if (!isRecord(records)) continue
    for (const [key, record] of Object.entries(records)) {
      if (/^[0-9a-f]+$/.test(key) && isRecord(record) && isValid(record)) {
        Object.assign(state[section as Section], { [key]: record })
      }
    }
  }
  return state
}

function isSession(session: Fields): boolean {
  return (
    isHex32(session.topic) &&
    isSeconds(session.expiry) &&
    (session.role === 'dapp' || session.role === 'wallet') &&
    isRecord(session.self) &&
    isRecord(session.peer) &&
    isRecord(session.requested) &&
    isRecord(session.namespaces) &&
    Object.values(session.namespaces).every(
      (entry) =>
        isRecord(entry) &&
        [entry.chains, entry.accounts, entry.methods, entry.events].every(Array.isArray),
    )
  )
}

function isOptional(value: unknown, check: (fields: Fields) => boolean): boolean {
  return value === undefined || (isRecord(value) && check(value))
}
