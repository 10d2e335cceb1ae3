import type { Clock } from '../clock.js'
import { createQuota, type Quota } from '../serving/quota.js'
import type { Mailbox, MailPage, StoredMessage } from './mailbox.js'
import type { ReceiptQueue } from './receiptQueue.js'
import type { RelayLimits } from './relayLimits.js'

/** Reads a client's unread mail, taking into account receipts that are still being written. */
export type UnreadMail = (query: {
  reader: string
  network: string | undefined
  topics: readonly string[]
  /** Only messages after this `seq`. */
  after: number
  limit: number
}) => Promise<UnreadPage>

export type UnreadPage = MailPage & {
  /** Call once the messages are passed on: until then their bytes are reserved. */
  release(): void
}

/** Concurrent reads, per network and in total. The other connections are for publishing. */
const readLimits = { perClient: 3, total: 8 }

export function createUnreadMail(parts: {
  mailbox: Mailbox
  receipts: ReceiptQueue
  /** Bytes in memory that clients have not read yet. */
  unsent: Quota
  limits: RelayLimits
  clock: Clock
}): UnreadMail {
  const { mailbox, receipts, unsent, limits, clock } = parts
  const reads = createQuota(readLimits)

  async function read(query: Parameters<UnreadMail>[0]): Promise<MailPage> {
    const { reader, topics, after, limit } = query
    const unread: StoredMessage[] = []
    let bytes = 0
    for (let from = after; ; ) {
      // Before and after the query: a receipt may be committed in between.
      const before = receipts.getPending(reader)
      const { messages, hasMore } = await mailbox.readUnread({
        reader,
        topics,
        after: from,
        limit: limit - unread.length,
        bytes: limits.pageBytes - bytes,
        now: clock.now(),
      })
      const since = receipts.getPending(reader)
      for (const message of messages) {
        if (before.has(message.seq) || since.has(message.seq)) continue
        unread.push(message)
        bytes += message.message.length
      }
      const last = messages.at(-1)
      const isFull = unread.length === limit || bytes >= limits.pageBytes
      if (last === undefined || !hasMore || isFull) return { messages: unread, hasMore }
      from = last.seq
    }
  }

  return async (query) => {
    const { release } = await unsent.reserve(query.network, limits.pageBytes)
    const turn = await reads.reserve(query.network, 1)
    try {
      return { ...(await read(query)), release }
    } catch (error) {
      release()
      throw error
    } finally {
      turn.release()
    }
  }
}
