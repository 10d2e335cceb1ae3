import type { Clock } from '../clock.js'
import type { Mailbox, StoredMessage } from './mailbox.js'
import type { ReceiptQueue } from './receiptQueue.js'

/** Reads a client's unread mail, taking into account receipts that are still being written. */
export type UnreadMail = (query: {
  reader: string
  topics: readonly string[]
  /** Only what came after this message. */
  after: number
  limit: number
}) => Promise<StoredMessage[]>

export function createUnreadMail(parts: {
  mailbox: Mailbox
  receipts: ReceiptQueue
  clock: Clock
}): UnreadMail {
  const { mailbox, receipts, clock } = parts
  return async ({ reader, topics, after, limit }) => {
    const unread: StoredMessage[] = []
    for (let from = after; unread.length < limit; ) {
      // Before and after the question: a receipt may be committed while it is being answered.
      const before = receipts.pendingOf(reader)
      const page = await mailbox.unread({ reader, topics, after: from, limit, now: clock.now() })
      const since = receipts.pendingOf(reader)
      unread.push(...page.filter(({ seq }) => !before.has(seq) && !since.has(seq)))
      const last = page.at(-1)
      if (last === undefined || page.length < limit) break
      from = last.seq
    }
    return unread.slice(0, limit)
  }
}
