import { createHash } from 'node:crypto'
import { encodeRelayRequest, type RelayId, relayIdKey } from '@latchkey/wire/relay/frame'
import type { Delivery } from '@latchkey/wire/relay/methods'
import type { StoredMessage } from './mailbox.js'
import type { UnreadPage } from './unreadMail.js'

/** Sends messages to one socket: in order, stored mail before new mail. */
export type Outbox = {
  /** Sends a new message, or queues it behind a replay. */
  deliver(message: StoredMessage): void
  /**
   * Sends stored mail page by page; new mail of these topics waits behind it. `isRepeating` also
   * sends what this socket got before but has not acknowledged.
   */
  replay(topics: readonly string[], isRepeating: boolean): Promise<void>
  /** Removes topics from the next replay. */
  skip(topics: readonly string[]): void
  /** Returns the acknowledged delivery; undefined if there is none. */
  acknowledge(id: RelayId): PendingDelivery | undefined
  close(): void
}

/**
 * A delivery without acknowledgement. Its text is not kept, because a client may never acknowledge.
 */
export type PendingDelivery = Pick<StoredMessage, 'seq' | 'topic'>

export type OutboxParts = {
  readonly clientId: string
  /** Calls back once the bytes are sent. */
  send(text: string, onSent: () => void): void
  /** The next stored messages of some topics after a `seq`. Does not fail. */
  nextPage(topics: readonly string[], after: number): Promise<UnreadPage>
  nextId(): number
  readonly maxUnacknowledged: number
  /** Bytes of new mail that may wait behind stored mail. */
  readonly maxQueuedBytes: number
  /** The client reads or acknowledges too slowly. */
  onOverflow(): void
}

/** Recent deliveries, so that a second announcement is not sent again. */
const maxRemembered = 2_048

export function createOutbox(parts: OutboxParts): Outbox {
  const { clientId, send, nextPage, nextId, maxUnacknowledged, maxQueuedBytes, onOverflow } = parts
  const unsettled = new Map<string, PendingDelivery>()
  /** By topic, the number of pending replays and the mail that waits behind them. */
  const replays = new Map<string, { count: number; waiting: StoredMessage[] }>()
  const recent = new Set<number>()
  /** By topic, whether the next replay repeats. Requests are merged, so they never pile up. */
  let nextReplay = new Map<string, boolean>()
  const queued = { count: 0, bytes: 0 }
  let isClosed = false
  let replaying: Promise<void> | undefined
  let onAcknowledged: (() => void) | undefined

  function transmit(message: StoredMessage): Promise<void> {
    const id = nextId()
    unsettled.set(relayIdKey(id), { seq: message.seq, topic: message.topic })
    recent.add(message.seq)
    const [oldest] = recent
    if (recent.size > maxRemembered && oldest !== undefined) recent.delete(oldest)
    return new Promise((resolve) => {
      send(encodeRelayRequest(id, 'irn_subscription', toDelivery(message, clientId)), resolve)
    })
  }

  function deliver(message: StoredMessage): void {
    if (isClosed || recent.has(message.seq)) return
    const replay = replays.get(message.topic)
    if (unsettled.size + queued.count >= maxUnacknowledged) onOverflow()
    else if (replay && queued.bytes + message.message.length > maxQueuedBytes) onOverflow()
    else if (replay) {
      queued.count += 1
      queued.bytes += message.message.length
      replay.waiting.push(message)
    } else void transmit(message)
  }

  function startReplay(topics: readonly string[]): void {
    for (const topic of topics) {
      const { count, waiting } = replays.get(topic) ?? { count: 0, waiting: [] }
      replays.set(topic, { count: count + 1, waiting })
    }
  }

  function endReplay(topics: Iterable<string>): void {
    const freed: StoredMessage[] = []
    for (const topic of topics) {
      const { count, waiting } = replays.get(topic) ?? { count: 1, waiting: [] }
      if (count > 1) replays.set(topic, { count: count - 1, waiting })
      else {
        replays.delete(topic)
        freed.push(...waiting)
      }
    }
    queued.count -= freed.length
    for (const { message } of freed) queued.bytes -= message.length
    for (const message of freed.sort((a, b) => a.seq - b.seq)) deliver(message)
  }

  /** Stored mail can be long: the client's acknowledgements set the pace. */
  async function waitForWindow(): Promise<boolean> {
    while (!isClosed && unsettled.size >= maxUnacknowledged) {
      await new Promise<void>((resolve) => {
        onAcknowledged = resolve
      })
    }
    return !isClosed
  }

  async function sendStored(topics: ReadonlyMap<string, boolean>): Promise<void> {
    let after = 0
    for (let hasMore = true; hasMore && (await waitForWindow()); ) {
      const page = await nextPage([...topics.keys()], after)
      let sent: Promise<void> | undefined
      hasMore = page.hasMore
      for (const message of page.messages) {
        // Not kept in memory until the client acknowledges: it is read again then.
        hasMore ||= unsettled.size >= maxUnacknowledged
        if (isClosed || unsettled.size >= maxUnacknowledged) break
        after = message.seq
        if (topics.get(message.topic) || !recent.has(message.seq)) sent = transmit(message)
      }
      page.release()
      await sent
    }
  }

  async function replayAll(): Promise<void> {
    while (nextReplay.size > 0) {
      const topics = nextReplay
      nextReplay = new Map()
      await sendStored(topics)
      endReplay(topics.keys())
    }
    replaying = undefined
  }

  return {
    deliver,
    replay(topics, isRepeating) {
      startReplay(topics.filter((topic) => !nextReplay.has(topic)))
      for (const topic of topics)
        nextReplay.set(topic, isRepeating || nextReplay.get(topic) === true)
      replaying ??= replayAll()
      return replaying
    },
    skip(topics) {
      const skipped = topics.filter((topic) => nextReplay.delete(topic))
      endReplay(skipped)
    },
    acknowledge(id) {
      const key = relayIdKey(id)
      const message = unsettled.get(key)
      unsettled.delete(key)
      onAcknowledged?.()
      return message
    },
    close() {
      isClosed = true
      onAcknowledged?.()
    },
  }
}

/** Clients compute the same digest themselves. */
export function subscriptionId(topic: string, clientId: string): string {
  return createHash('sha256')
    .update(topic + clientId)
    .digest('hex')
}

function toDelivery(message: StoredMessage, clientId: string): Delivery {
  const { topic, message: text, publishedAt, tag, attestation } = message
  return {
    id: subscriptionId(topic, clientId),
    data: {
      topic,
      message: text,
      publishedAt,
      tag,
      ...(attestation === undefined ? {} : { attestation }),
    },
  }
}
