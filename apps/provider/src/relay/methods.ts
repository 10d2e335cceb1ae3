import { RelayFault } from '@latchkey/wire/relay/fault'
import type { DeliveredMessage, PublishParams, RelayCall } from '@latchkey/wire/relay/methods'
import { publications } from '@latchkey/wire/relay/tags'
import { type Clock, sleep } from '../clock.js'
import type { Charges } from './charges.js'
import type { Connection, Hub } from './hub.js'
import { type Mailbox, type StoredMessage, toMessageId } from './mailbox.js'
import { subscriptionId } from './outbox.js'
import type { PublishQueue } from './publishQueue.js'
import type { ReceiptQueue } from './receiptQueue.js'
import { getChargedBytes, maxAttestationBytes, type RelayLimits } from './relayLimits.js'
import type { UnreadMail } from './unreadMail.js'

export type MethodResult = {
  readonly result: unknown
  /** Call once the response was sent: a fetch counts as delivery. */
  readonly onSent?: () => void
  /** Call once the response is with the socket, sent or not: frees what it reserved. */
  readonly release?: () => void
}

/** Runs a call of a client. Throws a RelayFault. */
export type Methods = (connection: Connection, call: RelayCall) => Promise<MethodResult>

/** Messages per fetch, unless their bytes fill it before. */
const fetchPageSize = 100

/** Envelopes are base64. Other text might not be returned byte for byte. */
const printableText = /^[\x20-\x7e]*$/

export function createMethods(parts: {
  hub: Hub
  mailbox: Mailbox
  queue: PublishQueue
  receipts: ReceiptQueue
  unreadMail: UnreadMail
  charges: Charges
  /** Whether this provider has a project with that id. */
  isProject: (id: string) => Promise<boolean>
  limits: RelayLimits
  clock: Clock
}): Methods {
  const { hub, mailbox, queue, receipts, unreadMail, charges, isProject, limits, clock } = parts

  function publish(
    { reader, network }: Connection,
    project: string | undefined,
    params: PublishParams,
  ): Promise<void> {
    const { topic, message, tag, ttl, attestation } = params
    const publishedAt = clock.now()
    return queue.publish({
      network,
      project,
      message: {
        topic,
        message,
        messageId: toMessageId(message),
        tag,
        attestation,
        publisher: reader,
        publishedAt,
        expiresAt: publishedAt + ttl * 1_000,
      },
    })
  }

  /** In the given order, in one commit. */
  async function publishAll(
    connection: Connection,
    messages: readonly PublishParams[],
  ): Promise<MethodResult> {
    for (const message of messages) assertPublishable(message, limits)
    const { projectId } = connection
    const isKnown = projectId !== undefined && (await isProject(projectId))
    const project = isKnown ? projectId : undefined
    charges.publishForProject(
      project,
      messages.reduce((sum, message) => sum + getChargedBytes(message), 0),
    )
    await Promise.all(messages.map((message) => publish(connection, project, message)))
    return { result: true }
  }

  async function fetch(connection: Connection, topics: readonly string[]): Promise<MethodResult> {
    const { reader, network } = connection
    const wait = charges.getFetchDelay(connection)
    if (wait > 0) await sleep(clock, wait)
    const page = await unreadMail({ reader, network, topics, after: 0, limit: fetchPageSize })
    const { messages, hasMore, release } = page
    charges.countFetched(
      connection,
      messages.reduce((sum, message) => sum + getChargedBytes(message), 0),
    )
    return {
      result: { messages: messages.map(toDeliveredMessage), hasMore },
      release,
      onSent() {
        for (const { seq } of messages) receipts.add({ seq, reader })
      },
    }
  }

  return async (connection, { method, params }) => {
    const toSubscriptionId = (topic: string) => subscriptionId(topic, connection.clientId)
    switch (method) {
      case 'irn_publish':
        return publishAll(connection, [params])
      case 'irn_batchPublish':
        return publishAll(connection, params.messages)
      case 'irn_subscribe':
        hub.subscribe(connection, [params.topic])
        return { result: toSubscriptionId(params.topic) }
      case 'irn_batchSubscribe':
        hub.subscribe(connection, params.topics)
        return { result: params.topics.map(toSubscriptionId) }
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
        const { tag, prompt } = publications.wc_sessionPropose.request
        const proposal = { topic: pairingTopic, message: sessionProposal, ttl, tag, prompt }
        hub.subscribe(connection, [pairingTopic])
        return publishAll(connection, [
          attestation === undefined ? proposal : { ...proposal, attestation },
        ])
      }
      case 'wc_approveSession': {
        const { pairingTopic, sessionTopic, ttl } = params
        const settle = publications.wc_sessionSettle.request
        const response = publications.wc_sessionPropose.response
        hub.subscribe(connection, [sessionTopic])
        // Settlement first: it must be stored when the response makes the peer read it.
        return publishAll(connection, [
          { ...settle, ttl, topic: sessionTopic, message: params.sessionSettlementRequest },
          { ...response, ttl, topic: pairingTopic, message: params.sessionProposalResponse },
        ])
      }
    }
  }
}

/** Whether a call reads from the mailbox. Only these have long responses. */
export function isFetch({ method }: RelayCall): boolean {
  return method === 'irn_fetchMessages' || method === 'irn_batchFetchMessages'
}

function assertPublishable(
  { message, attestation = '', tag }: PublishParams,
  limits: RelayLimits,
): void {
  if (message.length > limits.messageBytes || attestation.length > maxAttestationBytes) {
    throw new RelayFault(
      'payload',
      'PayloadSizeExceeded',
      `Maximum size for tag ${tag} is ${limits.messageBytes}.`,
    )
  }
  if (!printableText.test(message) || !printableText.test(attestation)) {
    throw new RelayFault('payload', 'InvalidParams', 'The message is not base64 text.')
  }
}

function toDeliveredMessage({
  topic,
  message,
  publishedAt,
  tag,
  attestation,
}: StoredMessage): DeliveredMessage {
  return { topic, message, publishedAt, tag, ...(attestation === undefined ? {} : { attestation }) }
}
