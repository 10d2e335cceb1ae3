import { RelayFault } from '@latchkey/wire/relay/fault'
import type { DeliveredMessage, PublishParams, RelayCall } from '@latchkey/wire/relay/methods'
import { PUBLICATIONS } from '@latchkey/wire/relay/tags'
import type { Clock } from '../clock.js'
import type { Connection, Hub } from './hub.js'
import { ATTESTATION_BYTES, type RelayLimits } from './limits.js'
import { type Mailbox, messageIdOf, type StoredMessage } from './mailbox.js'
import { subscriptionId } from './outbox.js'
import type { PublishQueue } from './publishQueue.js'
import type { ReceiptQueue } from './receiptQueue.js'
import type { UnreadMail } from './unreadMail.js'

export interface Answer {
  readonly result: unknown
  /** Runs once the answer has left: a fetch counts as delivery. */
  readonly onSent?: () => void
}

/** Carries out what a client asks. Throws a RelayFault that says why not. */
export type Methods = (connection: Connection, call: RelayCall) => Promise<Answer>

/** Messages in one answer to a fetch; at full size that is ten megabytes. */
const FETCH_PAGE = 100

/** Envelopes are base64. Anything else could not be given back byte for byte. */
const PRINTABLE = /^[\x20-\x7e]*$/

export function createMethods(parts: {
  hub: Hub
  mailbox: Mailbox
  queue: PublishQueue
  receipts: ReceiptQueue
  unreadMail: UnreadMail
  limits: RelayLimits
  clock: Clock
}): Methods {
  const { hub, mailbox, queue, receipts, unreadMail, limits, clock } = parts

  function publish({ reader }: Connection, params: PublishParams): Promise<void> {
    const { topic, message, tag, ttl, attestation } = params
    const publishedAt = clock.now()
    return queue.publish({
      topic,
      message,
      messageId: messageIdOf(message),
      tag,
      attestation,
      publisher: reader,
      publishedAt,
      expiresAt: publishedAt + ttl * 1_000,
    })
  }

  /** In the order given: the queue keeps it, and all of them share one commit. */
  async function publishAll(
    connection: Connection,
    messages: readonly PublishParams[],
  ): Promise<Answer> {
    for (const message of messages) checkPublish(message, limits)
    await Promise.all(messages.map((message) => publish(connection, message)))
    return { result: true }
  }

  async function fetch({ reader }: Connection, topics: readonly string[]): Promise<Answer> {
    const found = await unreadMail({ reader, topics, after: 0, limit: FETCH_PAGE + 1 })
    const page = found.slice(0, FETCH_PAGE)
    return {
      result: { messages: page.map(toDelivered), hasMore: found.length > FETCH_PAGE },
      onSent() {
        for (const { seq } of page) receipts.add({ seq, reader })
      },
    }
  }

  return async (connection, { method, params }) => {
    const idOf = (topic: string) => subscriptionId(topic, connection.clientId)
    switch (method) {
      case 'irn_publish':
        return publishAll(connection, [params])
      case 'irn_batchPublish':
        return publishAll(connection, params.messages)
      case 'irn_subscribe':
        hub.subscribe(connection, [params.topic])
        return { result: idOf(params.topic) }
      case 'irn_batchSubscribe':
        hub.subscribe(connection, params.topics)
        return { result: params.topics.map(idOf) }
      case 'wc_createTopic':
        hub.subscribe(connection, [params.topic])
        return { result: true }
      case 'irn_unsubscribe':
        await hub.unsubscribe(connection, [params.topic])
        return { result: true }
      case 'irn_batchUnsubscribe':
        await hub.unsubscribe(connection, params.topics)
        return { result: true }
      case 'irn_fetchMessages':
        return fetch(connection, [params.topic])
      case 'irn_batchFetchMessages':
        return fetch(connection, params.topics)
      case 'irn_batchReceive':
        await mailbox.markReadById(connection.reader, params.receipts)
        return { result: true }
      case 'wc_proposeSession': {
        const { pairingTopic, sessionProposal, ttl, attestation } = params
        const { tag, prompt } = PUBLICATIONS.wc_sessionPropose.request
        const proposal = { topic: pairingTopic, message: sessionProposal, ttl, tag, prompt }
        hub.subscribe(connection, [pairingTopic])
        return publishAll(connection, [
          attestation === undefined ? proposal : { ...proposal, attestation },
        ])
      }
      case 'wc_approveSession': {
        const { pairingTopic, sessionTopic, ttl } = params
        const settle = PUBLICATIONS.wc_sessionSettle.request
        const answer = PUBLICATIONS.wc_sessionPropose.response
        hub.subscribe(connection, [sessionTopic])
        // The settlement first: it is in the mailbox when the answer makes the peer look for it.
        return publishAll(connection, [
          { ...settle, ttl, topic: sessionTopic, message: params.sessionSettlementRequest },
          { ...answer, ttl, topic: pairingTopic, message: params.sessionProposalResponse },
        ])
      }
    }
  }
}

/** How many publications a call is worth to the rate limit. */
export function publishCost({ method, params }: RelayCall): number {
  switch (method) {
    case 'irn_publish':
    case 'wc_proposeSession':
      return 1
    case 'wc_approveSession':
      return 2
    case 'irn_batchPublish':
      return params.messages.length
    default:
      return 0
  }
}

function checkPublish(
  { message, attestation = '', tag }: PublishParams,
  limits: RelayLimits,
): void {
  if (message.length > limits.messageBytes || attestation.length > ATTESTATION_BYTES) {
    throw new RelayFault(
      'payload',
      'PayloadSizeExceeded',
      `Maximum size for tag ${tag} is ${limits.messageBytes}.`,
    )
  }
  if (!PRINTABLE.test(message) || !PRINTABLE.test(attestation)) {
    throw new RelayFault('payload', 'InvalidParams', 'The message is not base64 text.')
  }
}

function toDelivered({
  topic,
  message,
  publishedAt,
  tag,
  attestation,
}: StoredMessage): DeliveredMessage {
  return { topic, message, publishedAt, tag, ...(attestation === undefined ? {} : { attestation }) }
}
