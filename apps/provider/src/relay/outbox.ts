import { createHash } from 'node:crypto'
import { encodeRelayRequest, type RelayId, relayIdKey } from '@latchkey/wire/relay/frame'
import type { Delivery } from '@latchkey/wire/relay/methods'
import type { StoredMessage } from './mailbox.js'
import type { UnreadPage } from './unreadMail.js'

/** Sends one socket its messages: in order, stored mail before new mail, and counts what is owed. */
export interface Outbox {
  /** A message that has just been stored. */
  offer(message: StoredMessage): void
  /**
   * Sends stored mail page by page; new mail of these topics waits behind it from this moment on.
   * `isRepeating` also sends what this socket has been sent before but has not acknowledged.
   */
  replay(topics: readonly string[], isRepeating: boolean): Promise<void>
  /** Leaves topics out of the next replay. */
  skip(topics: readonly string[]): void
  /** The delivery an answer belongs to; undefined when it answers none. */
  settle(id: RelayId): Delivered | undefined
  close(): void
}

/** A delivery that waits for its acknowledgement. Its text is not kept: a client may never answer. */
export type Delivered = Pick<StoredMessage, 'seq' | 'topic'>

export interface OutboxParts {
  readonly clientId: string
  /** Calls back once the bytes have left the process. */
  send(text: string, onSent: () => void): void
  /** The next stored messages of some topics after one. Does not fail. */
  nextPage(topics: readonly string[], after: number): Promise<UnreadPage>
  nextId(): number
  readonly unacknowledged: number
  /** Most bytes of new mail that wait behind stored mail. */
  readonly heldBytes: number
  /** The client reads or acknowledges too slowly to be kept. */
  onOverflow(): void
}

/** Recent deliveries that a second announcement must not repeat on the same socket. */
const REMEMBERED = 2_048

export function createOutbox(parts: OutboxParts): Outbox {
  const { clientId, send, nextPage, nextId, unacknowledged, heldBytes, onOverflow } = parts
  const owed = new Map<string, Delivered>()
  /** By topic, how many replays are to come and what waits behind them. */
  const holds = new Map<string, { replays: number; waiting: StoredMessage[] }>()
  const recent = new Set<number>()
  /** By topic, whether the next replay repeats. Many requests join into one, so they never pile up. */
  let next = new Map<string, boolean>()
  const held = { count: 0, bytes: 0 }
  let isClosed = false
  let replaying: Promise<void> | undefined
  let onSettled: (() => void) | undefined

  function transmit(message: StoredMessage): Promise<void> {
    const id = nextId()
    owed.set(relayIdKey(id), { seq: message.seq, topic: message.topic })
    recent.add(message.seq)
    const [oldest] = recent
    if (recent.size > REMEMBERED && oldest !== undefined) recent.delete(oldest)
    return new Promise((resolve) => {
      send(encodeRelayRequest(id, 'irn_subscription', toDelivery(message, clientId)), resolve)
    })
  }

  function offer(message: StoredMessage): void {
    if (isClosed || recent.has(message.seq)) return
    const hold = holds.get(message.topic)
    if (owed.size + held.count >= unacknowledged) onOverflow()
    else if (hold && held.bytes + message.message.length > heldBytes) onOverflow()
    else if (hold) {
      held.count += 1
      held.bytes += message.message.length
      hold.waiting.push(message)
    } else void transmit(message)
  }

  function hold(topics: readonly string[]): void {
    for (const topic of topics) {
      const { replays, waiting } = holds.get(topic) ?? { replays: 0, waiting: [] }
      holds.set(topic, { replays: replays + 1, waiting })
    }
  }

  function release(topics: Iterable<string>): void {
    const freed: StoredMessage[] = []
    for (const topic of topics) {
      const { replays, waiting } = holds.get(topic) ?? { replays: 1, waiting: [] }
      if (replays > 1) holds.set(topic, { replays: replays - 1, waiting })
      else {
        holds.delete(topic)
        freed.push(...waiting)
      }
    }
    held.count -= freed.length
    for (const { message } of freed) held.bytes -= message.length
    for (const message of freed.sort((a, b) => a.seq - b.seq)) offer(message)
  }

  /** Stored mail can be long: the client's acknowledgements set the pace. */
  async function hasWindow(): Promise<boolean> {
    while (!isClosed && owed.size >= unacknowledged) {
      await new Promise<void>((resolve) => {
        onSettled = resolve
      })
    }
    return !isClosed
  }

  async function sendStored(topics: ReadonlyMap<string, boolean>): Promise<void> {
    let after = 0
    for (let hasMore = true; hasMore && (await hasWindow()); ) {
      const page = await nextPage([...topics.keys()], after)
      let sent: Promise<void> | undefined
      hasMore = page.hasMore
      for (const message of page.messages) {
        // Nothing is kept while the client has yet to acknowledge: it is read again afterwards.
        hasMore ||= owed.size >= unacknowledged
        if (isClosed || owed.size >= unacknowledged) break
        after = message.seq
        if (topics.get(message.topic) || !recent.has(message.seq)) sent = transmit(message)
      }
      page.release()
      await sent
    }
  }

  async function replayAll(): Promise<void> {
    while (next.size > 0) {
      const topics = next
      next = new Map()
      await sendStored(topics)
      release(topics.keys())
    }
    replaying = undefined
  }

  return {
    offer,
    replay(topics, isRepeating) {
      hold(topics.filter((topic) => !next.has(topic)))
      for (const topic of topics) next.set(topic, isRepeating || next.get(topic) === true)
      replaying ??= replayAll()
      return replaying
    },
    skip(topics) {
      const skipped = topics.filter((topic) => next.delete(topic))
      release(skipped)
    },
    settle(id) {
      const key = relayIdKey(id)
      const message = owed.get(key)
      owed.delete(key)
      onSettled?.()
      return message
    },
    close() {
      isClosed = true
      onSettled?.()
    },
  }
}

/** Clients make the same digest themselves and do not read ours. */
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
