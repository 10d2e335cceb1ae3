import { RelayFault } from '@latchkey/wire/relay/fault'
import type { RelayId } from '@latchkey/wire/relay/frame'
import type { Clock } from '../clock.js'
import { failureName, type Log } from '../log.js'
import type { Announcement } from './fanout/Fanout.js'
import type { Mailbox, StoredMessage } from './mailbox.js'
import type { Outbox } from './outbox.js'
import type { ReceiptQueue } from './receiptQueue.js'
import type { RelayLimits } from './relayLimits.js'
import type { Metrics } from './relayMetrics.js'

/** One authenticated socket. Tabs of one site share a client and differ in their sockets. */
export type Connection = {
  readonly clientId: string
  /** The client's id in the mailbox. */
  readonly reader: string
  /** Undefined for this machine, which has no network limits. */
  readonly network: string | undefined
  /** As the client claims; not verified. */
  readonly projectId: string | undefined
  readonly outbox: Outbox
}

/** Connected clients and their subscriptions. Delivers stored messages. */
export type Hub = {
  add(connection: Connection): void
  remove(connection: Connection): void
  countSockets(clientId: string): number
  /** Subscribes at once and then delivers stored mail. Throws a RelayFault above the topic limit. */
  subscribe(connection: Connection, topics: readonly string[]): void
  unsubscribe(connection: Connection, topics: readonly string[]): Promise<void>
  /** False if the id belongs to no delivery. */
  acknowledge(connection: Connection, id: RelayId): boolean
  deliver(messages: readonly StoredMessage[]): void
  /** From another relay process. */
  onAnnouncements(announcements: readonly Announcement[]): void
  /** Announcements may have been missed: sends every socket its unread mail again. */
  replayUnread(): void
  getCounts(): { sockets: number; clients: number; topics: number }
}

type Client = {
  readonly sockets: Set<Connection>
  /** By topic, the sockets that subscribed. */
  readonly topics: Map<string, Set<Connection>>
}

export function createHub(parts: {
  mailbox: Mailbox
  receipts: ReceiptQueue
  clock: Clock
  limits: RelayLimits
  metrics: Metrics
  log: Log
}): Hub {
  const { mailbox, receipts, limits, clock, metrics, log } = parts
  const clients = new Map<string, Client>()
  const subscribers = new Map<string, Set<string>>()
  let loading = Promise.resolve()

  function dropTopic(connection: Connection, topic: string): boolean {
    const client = clients.get(connection.clientId)
    const sockets = client?.topics.get(topic)
    if (!client || !sockets?.delete(connection)) return false
    if (sockets.size > 0) return false
    client.topics.delete(topic)
    const audience = subscribers.get(topic)
    audience?.delete(connection.clientId)
    if (audience?.size === 0) subscribers.delete(topic)
    return true
  }

  function deliver(messages: readonly StoredMessage[]): void {
    for (const message of messages) {
      for (const clientId of subscribers.get(message.topic) ?? []) {
        for (const connection of clients.get(clientId)?.sockets ?? []) {
          // Peers mistake an echo of their own message for one from the other side.
          if (connection.reader !== message.publisher) connection.outbox.deliver(message)
        }
      }
    }
  }

  function replayUnread(): void {
    for (const client of clients.values()) {
      for (const connection of client.sockets) {
        const topics = [...client.topics].flatMap(([topic, sockets]) =>
          sockets.has(connection) ? [topic] : [],
        )
        if (topics.length > 0) void connection.outbox.replay(topics, false)
      }
    }
  }

  return {
    add(connection) {
      const client = clients.get(connection.clientId) ?? { sockets: new Set(), topics: new Map() }
      client.sockets.add(connection)
      clients.set(connection.clientId, client)
    },

    remove(connection) {
      connection.outbox.close()
      const client = clients.get(connection.clientId)
      if (!client?.sockets.delete(connection)) return
      for (const topic of [...client.topics.keys()]) dropTopic(connection, topic)
      if (client.sockets.size === 0) clients.delete(connection.clientId)
    },

    countSockets: (clientId) => clients.get(clientId)?.sockets.size ?? 0,

    subscribe(connection, topics) {
      const client = clients.get(connection.clientId)
      if (!client?.sockets.has(connection)) return
      const added = new Set(topics.filter((topic) => !client.topics.has(topic)))
      if (client.topics.size + added.size > limits.topicsPerClient) {
        throw new RelayFault(
          'handler',
          'SubscriberLimitExceeded',
          `A client subscribes to at most ${limits.topicsPerClient} topics.`,
        )
      }
      for (const topic of topics) {
        const sockets = client.topics.get(topic) ?? new Set()
        client.topics.set(topic, sockets.add(connection))
        const audience = subscribers.get(topic) ?? new Set()
        subscribers.set(topic, audience.add(connection.clientId))
      }
      void connection.outbox.replay([...new Set(topics)], true)
    },

    async unsubscribe(connection, topics) {
      // Another tab may still be subscribed; mail is dropped with the last one.
      connection.outbox.skip(topics)
      const unsubscribed = topics.filter((topic) => dropTopic(connection, topic))
      if (unsubscribed.length > 0) await mailbox.markTopicsRead(connection.reader, unsubscribed)
    },

    acknowledge(connection, id) {
      const message = connection.outbox.acknowledge(id)
      if (!message) return false
      // A tab without the subscription acknowledges too, but has not read the message.
      const isReader = clients.get(connection.clientId)?.topics.get(message.topic)?.has(connection)
      if (isReader) {
        metrics.count('acknowledged')
        receipts.add({ seq: message.seq, reader: connection.reader })
      }
      return true
    },

    deliver,

    onAnnouncements(announcements) {
      const relevant = announcements.filter(({ topic }) => subscribers.has(topic))
      if (relevant.length === 0) return
      // One by one, so that announcements on a topic stay in order.
      loading = loading.then(async () => {
        try {
          deliver(
            await mailbox.load(
              relevant.map(({ seq }) => seq),
              clock.now(),
            ),
          )
        } catch (error) {
          log({ level: 'warn', event: 'fanout-load-failed', reason: failureName(error) })
          replayUnread()
        }
      })
    },

    replayUnread,

    getCounts() {
      let sockets = 0
      for (const client of clients.values()) sockets += client.sockets.size
      return { sockets, clients: clients.size, topics: subscribers.size }
    },
  }
}
