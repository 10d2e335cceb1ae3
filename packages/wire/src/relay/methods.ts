import { isRecord } from '../json.js'
import { RelayFault } from './fault.js'
import { publications } from './tags.js'

export const batchLimit = 500
export const maxTtlSeconds = 2_592_000
/** Longest encrypted message, in base64. */
export const maxMessageBytes = 98_304

export interface PublishParams {
  readonly topic: string
  readonly message: string
  readonly ttl: number
  readonly tag: number
  readonly prompt: boolean
  /** Forwarded unchanged: an empty string means "none, do not look one up", absence does not. */
  readonly attestation?: string
}

export interface ProposeSessionParams {
  readonly pairingTopic: string
  readonly sessionProposal: string
  readonly ttl: number
  readonly attestation?: string
}

export interface ApproveSessionParams {
  readonly pairingTopic: string
  readonly sessionTopic: string
  readonly sessionProposalResponse: string
  readonly sessionSettlementRequest: string
  readonly ttl: number
}

export interface Receipt {
  readonly topic: string
  readonly messageId: string
}

/**
 * A call from a client. Analytics fields that peers may add (`tvf`, `correlationId`, approved chains …)
 * are dropped, so that a server cannot store or log them by accident.
 */
export type RelayCall =
  | { readonly method: 'irn_publish'; readonly params: PublishParams }
  | { readonly method: 'irn_batchPublish'; readonly params: { messages: readonly PublishParams[] } }
  | { readonly method: 'irn_subscribe'; readonly params: { topic: string } }
  | { readonly method: 'irn_batchSubscribe'; readonly params: { topics: readonly string[] } }
  | { readonly method: 'irn_unsubscribe'; readonly params: { topic: string } }
  | { readonly method: 'irn_batchUnsubscribe'; readonly params: { topics: readonly string[] } }
  | { readonly method: 'irn_fetchMessages'; readonly params: { topic: string } }
  | { readonly method: 'irn_batchFetchMessages'; readonly params: { topics: readonly string[] } }
  | { readonly method: 'irn_batchReceive'; readonly params: { receipts: readonly Receipt[] } }
  | { readonly method: 'wc_createTopic'; readonly params: { topic: string } }
  | { readonly method: 'wc_proposeSession'; readonly params: ProposeSessionParams }
  | { readonly method: 'wc_approveSession'; readonly params: ApproveSessionParams }

export type RelayMethod = RelayCall['method']

/** One stored message, as the relay delivers it. */
export interface DeliveredMessage {
  readonly topic: string
  readonly message: string
  /** Milliseconds. */
  readonly publishedAt: number
  readonly tag: number
  readonly attestation?: string
}

/** `irn_subscription`, server to client; the client responds `true` once it has handled it. */
export interface Delivery {
  readonly id: string
  readonly data: DeliveredMessage
}

export interface Mailbox {
  readonly messages: readonly DeliveredMessage[]
  readonly hasMore: boolean
}

type Fields = Record<string, unknown>
type Reader = (fields: Fields) => RelayCall

const readers: Readonly<Record<RelayMethod, Reader>> = {
  irn_publish: (fields) => ({ method: 'irn_publish', params: readPublish(fields) }),
  irn_batchPublish: ({ messages }) => ({
    method: 'irn_batchPublish',
    params: { messages: readBatch(messages, (item) => readPublish(readFields(item))) },
  }),
  irn_subscribe: ({ topic }) => ({ method: 'irn_subscribe', params: { topic: readTopic(topic) } }),
  irn_batchSubscribe: ({ topics }) => ({
    method: 'irn_batchSubscribe',
    params: { topics: readBatch(topics, readTopic) },
  }),
  irn_unsubscribe: ({ topic }) => ({
    method: 'irn_unsubscribe',
    params: { topic: readTopic(topic) },
  }),
  irn_batchUnsubscribe: ({ subscriptions }) => ({
    method: 'irn_batchUnsubscribe',
    params: { topics: readBatch(subscriptions, (item) => readTopic(readFields(item).topic)) },
  }),
  irn_fetchMessages: ({ topic }) => ({
    method: 'irn_fetchMessages',
    params: { topic: readTopic(topic) },
  }),
  irn_batchFetchMessages: ({ topics }) => ({
    method: 'irn_batchFetchMessages',
    params: { topics: readBatch(topics, readTopic) },
  }),
  irn_batchReceive: ({ receipts }) => ({
    method: 'irn_batchReceive',
    params: { receipts: readBatch(receipts, readReceipt) },
  }),
  wc_createTopic: ({ topic }) => ({
    method: 'wc_createTopic',
    params: { topic: readTopic(topic) },
  }),
  wc_proposeSession: (fields) => ({
    method: 'wc_proposeSession',
    params: {
      pairingTopic: readTopic(fields.pairingTopic),
      sessionProposal: readMessage(fields.sessionProposal),
      ttl: readTtl(fields.ttl, publications.wc_sessionPropose.request.ttl),
      ...readAttestation(fields),
    },
  }),
  wc_approveSession: (fields) => ({
    method: 'wc_approveSession',
    params: {
      pairingTopic: readTopic(fields.pairingTopic),
      sessionTopic: readTopic(fields.sessionTopic),
      sessionProposalResponse: readMessage(fields.sessionProposalResponse),
      sessionSettlementRequest: readMessage(fields.sessionSettlementRequest),
      ttl: readTtl(fields.ttl, publications.wc_sessionSettle.request.ttl),
    },
  }),
}

/** Maps older prefixes and the blocking variants to the same method. */
function canonicalMethod(method: string): string {
  return method.replace(/^(?:iridium|waku)_/, 'irn_').replace(/ubscribeBlocking$/, 'ubscribe')
}

/** Parses a call from a client. Throws a RelayFault that names the error. */
export function parseRelayCall(method: string, params: unknown): RelayCall {
  const name = canonicalMethod(method)
  if (!Object.hasOwn(readers, name)) {
    throw new RelayFault('payload', 'InvalidMethod', 'The method is not supported.')
  }
  return readers[name as RelayMethod](readFields(params))
}

/** Parses `irn_subscription` on the client; undefined when it is malformed. */
export function parseDelivery(params: unknown): Delivery | undefined {
  if (!isRecord(params) || typeof params.id !== 'string') return undefined
  const data = parseDeliveredMessage(params.data)
  return data && { id: params.id, data }
}

/** Parses the response to a fetch on the client. */
export function parseMailbox(result: unknown): Mailbox | undefined {
  if (!isRecord(result) || !Array.isArray(result.messages)) return undefined
  const messages = result.messages.map(parseDeliveredMessage)
  if (!messages.every((message) => message !== undefined)) return undefined
  return { messages, hasMore: result.hasMore === true }
}

export function isTopic(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

function parseDeliveredMessage(data: unknown): DeliveredMessage | undefined {
  if (!isRecord(data) || !isTopic(data.topic) || typeof data.message !== 'string') return undefined
  return {
    topic: data.topic,
    message: data.message,
    publishedAt: typeof data.publishedAt === 'number' ? data.publishedAt : 0,
    tag: typeof data.tag === 'number' ? data.tag : 0,
    ...(typeof data.attestation === 'string' ? { attestation: data.attestation } : {}),
  }
}

function readPublish(fields: Fields): PublishParams {
  return {
    topic: readTopic(fields.topic),
    message: readMessage(fields.message),
    ttl: readTtl(fields.ttl),
    tag: readTag(fields.tag),
    prompt: fields.prompt === true,
    ...readAttestation(fields),
  }
}

function readFields(value: unknown): Fields {
  if (isRecord(value)) return value
  throw new RelayFault('payload', 'InvalidParams', 'The params are not an object.')
}

function readTopic(value: unknown): string {
  if (isTopic(value)) return value
  throw new RelayFault('payload', 'InvalidTopic', 'A topic is 64 lower-case hex characters.')
}

function readMessage(value: unknown): string {
  if (typeof value === 'string' && value.length > 0) return value
  throw new RelayFault('payload', 'InvalidParams', 'The message is missing.')
}

function readTtl(value: unknown, fallback?: number): number {
  if (value === undefined && fallback !== undefined) return fallback
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw new RelayFault('handler', 'InvalidTtl', 'The ttl is not a whole number of seconds.')
  }
  if (value < 1) throw new RelayFault('handler', 'TtlTooShort', 'The ttl is below one second.')
  if (value > maxTtlSeconds) {
    throw new RelayFault('handler', 'TtlTooLong', 'The ttl is above thirty days.')
  }
  return value
}

function readTag(value: unknown): number {
  if (value === undefined) return 0
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 31) {
    return value
  }
  throw new RelayFault('payload', 'InvalidParams', 'The tag is not a small whole number.')
}

function readAttestation(fields: Fields): { attestation?: string } {
  if (fields.attestation === undefined || fields.attestation === null) return {}
  if (typeof fields.attestation === 'string') return { attestation: fields.attestation }
  throw new RelayFault('payload', 'InvalidParams', 'The attestation is not text.')
}

function readReceipt(item: unknown): Receipt {
  const fields = readFields(item)
  const messageId = fields.messageId ?? fields.message_id
  if (!isTopic(messageId)) {
    throw new RelayFault('payload', 'InvalidParams', 'A message id is 64 hex characters.')
  }
  return { topic: readTopic(fields.topic), messageId }
}

function readBatch<T>(value: unknown, read: (item: unknown) => T): T[] {
  if (!Array.isArray(value)) {
    throw new RelayFault('payload', 'InvalidParams', 'The batch is not a list.')
  }
  if (value.length === 0) throw new RelayFault('payload', 'BatchEmpty', 'The batch is empty.')
  if (value.length > batchLimit) {
    throw new RelayFault('payload', 'BatchLimitExceeded', `A batch has at most ${batchLimit}.`)
  }
  return value.map(read)
}
