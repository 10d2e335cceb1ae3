import { RelayFault } from '@latchkey/wire/relay/fault'
import { type Clock, sleep } from '../clock.js'
import { failureName, type Log } from '../log.js'
import type { Mailbox, MailboxMessage, StoredMessage } from './mailbox.js'
import type { RelayLimits } from './relayLimits.js'
import type { Metrics } from './relayMetrics.js'
import type { Publication, Storage } from './storage.js'

/** Stores messages in batches and passes them on in order. */
export type PublishQueue = {
  /** Resolves once the message is durable. Rejects with a RelayFault. */
  publish(publication: Publication): Promise<void>
  /** Resolves when the queue is empty. */
  drain(): Promise<void>
}

type QueuedPublication = Publication & {
  resolve(): void
  reject(fault: RelayFault): void
}

const maxBatchMessages = 500
const maxBatchBytes = 8 * 1_048_576
/** Per network and commit, so that others do not wait for everything it sends. */
const maxNetworkBatchBytes = 262_144
const maxQueueBytes = 64 * 1_048_576
/** Waits for a restarting database, because peers stall for a minute after an error. */
const retryDelaysMs = [50, 100, 200, 400, 800, 1_600, 3_200, 3_200] as const
/** Topics whose count is remembered between checks. */
const maxRememberedTopics = 20_000
/** How long a full topic is not checked again. */
const fullTopicMs = 500

export function createPublishQueue(parts: {
  mailbox: Mailbox
  storage: Pick<Storage, 'check'>
  /** Whether the database has room. */
  hasRoom: () => boolean
  clock: Clock
  limits: RelayLimits
  metrics: Metrics
  log: Log
  onStored: (messages: readonly StoredMessage[]) => void
}): PublishQueue {
  const { mailbox, storage, hasRoom, clock, limits, metrics, log, onStored } = parts
  const capacity = createCapacity(mailbox, limits, clock)
  let queued: QueuedPublication[] = []
  let queuedBytes = 0
  let running: Promise<void> | undefined

  /** Group commit: the next batch collects while one is being committed. */
  async function run(): Promise<void> {
    while (queued.length > 0) await commit(takeBatch())
  }

  function takeBatch(): QueuedPublication[] {
    const batch: QueuedPublication[] = []
    const remaining: QueuedPublication[] = []
    const bytesOf = new Map<string | undefined, number>()
    let bytes = 0
    for (const item of queued) {
      const size = item.message.message.length
      const own = bytesOf.get(item.network) ?? 0
      const isNetworkFull =
        item.network !== undefined && own > 0 && own + size > maxNetworkBatchBytes
      const isFull = bytes + size > maxBatchBytes || batch.length === maxBatchMessages
      if (batch.length > 0 && (isFull || isNetworkFull)) {
        remaining.push(item)
        // Later messages of this network wait too, to stay in order.
        bytesOf.set(item.network, Number.POSITIVE_INFINITY)
      } else {
        batch.push(item)
        bytes += size
        bytesOf.set(item.network, own + size)
      }
    }
    queued = remaining
    queuedBytes -= bytes
    return batch
  }

  async function commit(batch: readonly QueuedPublication[]): Promise<void> {
    const fitting: QueuedPublication[] = []
    try {
      for (const item of batch) {
        if (await capacity.hasRoom(item.message.topic)) fitting.push(item)
        else item.reject(mailboxFullFault())
      }
      if (fitting.length === 0) return
      const { faults, charge } = await withRetry(() => storage.check(fitting))
      const admitted = fitting.filter((item, index) => {
        const fault = faults[index]
        if (fault) item.reject(fault)
        return !fault
      })
      if (admitted.length === 0) return
      const messages = uniqueMessages(admitted.map(({ message }) => message))
      const seqs = await withRetry(() => mailbox.store(messages, charge))
      metrics.count('commits')
      metrics.count('published', messages.length)
      for (const item of admitted) item.resolve()
      onStored(messages.map((message, index) => ({ ...message, seq: seqs[index] ?? 0 })))
    } catch (error) {
      log({
        level: 'error',
        event: 'publish-failed',
        reason: failureName(error),
        count: batch.length,
      })
      for (const item of batch) item.reject(notStoredFault())
    }
  }

  async function withRetry<value>(work: () => Promise<value>): Promise<value> {
    for (const ms of retryDelaysMs) {
      try {
        return await work()
      } catch (error) {
        log({ level: 'warn', event: 'publish-retry', reason: failureName(error), ms })
        await sleep(clock, ms)
      }
    }
    return work()
  }

  return {
    publish(publication) {
      const bytes = publication.message.message.length
      if (!hasRoom()) return Promise.reject(notStoredFault())
      if (queuedBytes + bytes > maxQueueBytes) {
        return Promise.reject(
          new RelayFault(
            'rate',
            'TooManyRequests',
            'The relay is overloaded; retry in a few seconds.',
          ),
        )
      }
      return new Promise((resolve, reject) => {
        queued.push({ ...publication, resolve, reject })
        queuedBytes += bytes
        running ??= run().finally(() => {
          running = undefined
        })
      })
    },
    async drain() {
      while (running) await running
    },
  }
}

/** Checks a topic once per tenth of its limit, which is exact enough. */
function createCapacity(mailbox: Mailbox, limits: RelayLimits, clock: Clock) {
  const step = Math.max(1, Math.floor(limits.mailboxMessages / 10))
  const sinceCheck = new Map<string, number>()
  const fullUntil = new Map<string, number>()

  function forgetOldest(topics: Map<string, number>): void {
    const [oldest] = topics.keys()
    if (topics.size > maxRememberedTopics && oldest !== undefined) topics.delete(oldest)
  }

  return {
    async hasRoom(topic: string): Promise<boolean> {
      if ((fullUntil.get(topic) ?? 0) > clock.now()) return false
      fullUntil.delete(topic)
      const count = (sinceCheck.get(topic) ?? 0) + 1
      sinceCheck.delete(topic)
      if (count < step) {
        sinceCheck.set(topic, count)
        forgetOldest(sinceCheck)
        return true
      }
      const hasRoom = await mailbox.makeRoom(topic, {
        messages: limits.mailboxMessages,
        bytes: limits.mailboxBytes,
        now: clock.now(),
      })
      if (!hasRoom) {
        sinceCheck.set(topic, step)
        fullUntil.set(topic, clock.now() + fullTopicMs)
        forgetOldest(fullUntil)
      }
      return hasRoom
    },
  }
}

/** A retrying client may add the same text to a batch twice. */
function uniqueMessages(messages: readonly MailboxMessage[]): MailboxMessage[] {
  return [
    ...new Map(messages.map((message) => [message.topic + message.messageId, message])).values(),
  ]
}

function notStoredFault(): RelayFault {
  return new RelayFault('internal', 'StorageError', 'The relay could not store the message.')
}

function mailboxFullFault(): RelayFault {
  return new RelayFault(
    'handler',
    'MailboxLimitExceeded',
    'The topic holds too many unread messages.',
  )
}
