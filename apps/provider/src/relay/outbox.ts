import { createHash } from 'node:crypto'
import { encodeRelayRequest, type RelayId, relayIdKey } from '@latchkey/wire/relay/frame'
import type { Delivery } from '@latchkey/wire/relay/methods'
import type { StoredMessage } from './mailbox.js'

/** Sends one socket its messages: in order, stored mail before new mail, and counts what is owed. */
export interface Outbox {
  /** A message that has just been stored. */
  offer(message: StoredMessage): void
  /** Sends stored mail page by page; new mail of these topics waits behind it from this moment on. */
  replay(replay: Replay): Promise<void>
  /** The delivery an answer belongs to; undefined when it answers none. */
  settle(id: RelayId): StoredMessage | undefined
  close(): void
}

export interface Replay {
  readonly topics: readonly string[]
  /** Whether to repeat what this socket has been sent but not acknowledged. */
  readonly isRepeating: boolean
  /** The next stored messages after one; none when there are no more. Does not fail. */
  nextPage(after: number): Promise<StoredMessage[]>
}

export interface OutboxParts {
  readonly clientId: string
  /** Calls back once the bytes have left the process. */
  send(text: string, onSent: () => void): void
  nextId(): number
  readonly unacknowledged: number
  /** The client reads or acknowledges too slowly to be kept. */
  onOverflow(): void
}

/** Recent deliveries that a second announcement must not repeat on the same socket. */
const REMEMBERED = 2_048

export function createOutbox(parts: OutboxParts): Outbox {
  const { clientId, send, nextId, unacknowledged, onOverflow } = parts
  const owed = new Map<string, StoredMessage>()
  /** By topic, how many replays are to come and what waits behind them. */
  const holds = new Map<string, { replays: number; waiting: StoredMessage[] }>()
  const recent = new Set<number>()
  let held = 0
  let isClosed = false
  let replays = Promise.resolve()
  let onSettled: (() => void) | undefined

  function transmit(message: StoredMessage): Promise<void> {
    const id = nextId()
    owed.set(relayIdKey(id), message)
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
    if (owed.size + held >= unacknowledged) onOverflow()
    else if (hold) {
      held += 1
      hold.waiting.push(message)
    } else void transmit(message)
  }

  function hold(topics: readonly string[]): void {
    for (const topic of topics) {
      const { replays, waiting } = holds.get(topic) ?? { replays: 0, waiting: [] }
      holds.set(topic, { replays: replays + 1, waiting })
    }
  }

  function release(topics: readonly string[]): void {
    const freed: StoredMessage[] = []
    for (const topic of topics) {
      const { replays, waiting } = holds.get(topic) ?? { replays: 1, waiting: [] }
      if (replays > 1) holds.set(topic, { replays: replays - 1, waiting })
      else {
        holds.delete(topic)
        freed.push(...waiting)
      }
    }
    held -= freed.length
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

  async function sendStored({ nextPage, isRepeating }: Replay): Promise<void> {
    for (let after = 0; !isClosed; ) {
      const page = await nextPage(after)
      if (page.length === 0) return
      let sent: Promise<void> | undefined
      for (const message of page) {
        after = message.seq
        if (!isRepeating && recent.has(message.seq)) continue
        if (!(await hasWindow())) return
        sent = transmit(message)
      }
      await sent
    }
  }

  return {
    offer,
    replay(replay) {
      hold(replay.topics)
      replays = replays.then(() => sendStored(replay)).finally(() => release(replay.topics))
      return replays
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
