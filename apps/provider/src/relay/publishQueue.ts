import { RelayFault } from '@latchkey/wire/relay/fault'
import { type Clock, pause } from '../clock.js'
import { failureName, type Log } from '../log.js'
import type { RelayLimits } from './limits.js'
import type { Mailbox, MailboxMessage, StoredMessage } from './mailbox.js'
import type { Metrics } from './metrics.js'
import type { Publication, Storage } from './storage.js'

/** Makes messages durable, many at a time, and hands them on in the order they came. */
export interface PublishQueue {
  /** Settles once the message is durable; rejects with the fault to answer. */
  publish(publication: Publication): Promise<void>
  /** Settles when nothing is waiting any more. */
  idle(): Promise<void>
}

interface Waiting extends Publication {
  resolve(): void
  reject(fault: RelayFault): void
}

const BATCH_MESSAGES = 500
const BATCH_BYTES = 8 * 1_048_576
const QUEUE_BYTES = 64 * 1_048_576
/** A database that restarts is waited for: peers stall for a minute on an error. */
const RETRY_PAUSES_MS = [50, 100, 200, 400, 800, 1_600, 3_200, 3_200] as const
/** Topics whose fill is remembered between checks. */
const REMEMBERED_TOPICS = 20_000

export function createPublishQueue(parts: {
  mailbox: Mailbox
  storage: Pick<Storage, 'decide'>
  /** Whether the database can take more. */
  hasRoom: () => boolean
  clock: Clock
  limits: RelayLimits
  metrics: Metrics
  log: Log
  onStored: (messages: readonly StoredMessage[]) => void
}): PublishQueue {
  const { mailbox, storage, hasRoom, clock, limits, metrics, log, onStored } = parts
  const capacity = createCapacity(mailbox, limits, clock)
  let waiting: Waiting[] = []
  let waitingBytes = 0
  let running: Promise<void> | undefined

  /** While one commit is on its way to disk the next batch gathers: that is the group commit. */
  async function run(): Promise<void> {
    while (waiting.length > 0) await commit(takeBatch())
  }

  function takeBatch(): Waiting[] {
    let bytes = 0
    let count = 0
    for (const { message } of waiting) {
      bytes += message.message.length
      if (count > 0 && (bytes > BATCH_BYTES || count === BATCH_MESSAGES)) break
      count += 1
    }
    const batch = waiting.slice(0, count)
    waiting = waiting.slice(count)
    for (const { message } of batch) waitingBytes -= message.message.length
    return batch
  }

  async function commit(batch: readonly Waiting[]): Promise<void> {
    const fitting: Waiting[] = []
    try {
      for (const item of batch) {
        if (await capacity.admits(item.message.topic)) fitting.push(item)
        else item.reject(mailboxFull())
      }
      if (fitting.length === 0) return
      const { faults, charge } = await withRetry(() => storage.decide(fitting))
      const admitted = fitting.filter((item, index) => {
        const fault = faults[index]
        if (fault) item.reject(fault)
        return !fault
      })
      if (admitted.length === 0) return
      const messages = unique(admitted.map(({ message }) => message))
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
      for (const item of batch) item.reject(notStored())
    }
  }

  async function withRetry<value>(work: () => Promise<value>): Promise<value> {
    for (const ms of RETRY_PAUSES_MS) {
      try {
        return await work()
      } catch (error) {
        log({ level: 'warn', event: 'publish-retry', reason: failureName(error), ms })
        await pause(clock, ms)
      }
    }
    return work()
  }

  return {
    publish(publication) {
      const bytes = publication.message.message.length
      if (!hasRoom()) return Promise.reject(notStored())
      if (waitingBytes + bytes > QUEUE_BYTES) {
        return Promise.reject(
          new RelayFault(
            'rate',
            'TooManyRequests',
            'The relay is overloaded; retry in a few seconds.',
          ),
        )
      }
      return new Promise((resolve, reject) => {
        waiting.push({ ...publication, resolve, reject })
        waitingBytes += bytes
        running ??= run().finally(() => {
          running = undefined
        })
      })
    },
    async idle() {
      while (running) await running
    },
  }
}

/** A topic's fill is looked up once per tenth of its limit: exact enough to bound it. */
function createCapacity(mailbox: Mailbox, limits: RelayLimits, clock: Clock) {
  const step = Math.max(1, Math.floor(limits.mailboxMessages / 10))
  const sinceCheck = new Map<string, number>()
  return {
    async admits(topic: string): Promise<boolean> {
      const count = (sinceCheck.get(topic) ?? 0) + 1
      sinceCheck.delete(topic)
      if (count < step) {
        sinceCheck.set(topic, count)
        const [oldest] = sinceCheck.keys()
        if (sinceCheck.size > REMEMBERED_TOPICS && oldest !== undefined) sinceCheck.delete(oldest)
        return true
      }
      const hasRoom = await mailbox.makeRoom(topic, {
        messages: limits.mailboxMessages,
        bytes: limits.mailboxBytes,
        now: clock.now(),
      })
      // A full topic is looked up again with the next message.
      if (!hasRoom) sinceCheck.set(topic, step)
      return hasRoom
    },
  }
}

/** A client that retries may put the same text into one batch twice. */
function unique(messages: readonly MailboxMessage[]): MailboxMessage[] {
  return [
    ...new Map(messages.map((message) => [message.topic + message.messageId, message])).values(),
  ]
}

function notStored(): RelayFault {
  return new RelayFault('internal', 'StorageError', 'The relay could not store the message.')
}

function mailboxFull(): RelayFault {
  return new RelayFault(
    'handler',
    'MailboxLimitExceeded',
    'The topic holds too many unread messages.',
  )
}
