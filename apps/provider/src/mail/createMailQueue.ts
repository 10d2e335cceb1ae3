import type { Clock } from '../clock.js'
import { failureName, type Log } from '../log.js'
import { type Mail, MailError, type Mailer } from './Mailer.js'

/**
 * Sends mails in the background, so that response times reveal nothing. In memory only, because
 * codes must not be stored.
 */
export type MailQueue = {
  /** Retries until the mail is accepted or expires. */
  add(mail: Mail, expiresAt: number): void
  /**
   * Whether another mail would only wait: the queue is full or the mail server is failing.
   * `reserved` slots are left for others.
   */
  isStuck(reserved?: number): boolean
  stop(): void
}

const retryDelaysMs = [1_000, 3_000, 10_000, 30_000]
const maxWaiting = 1_000

type QueuedMail = { readonly mail: Mail; readonly expiresAt: number; attempts: number }

export function createMailQueue({
  mailer,
  clock,
  log,
}: {
  readonly mailer: Mailer
  readonly clock: Clock
  readonly log: Log
}): MailQueue {
  const queued = new Set<QueuedMail>()
  const cancels = new Set<() => void>()
  let isFailing = false
  let isStopped = false

  async function trySend(entry: QueuedMail): Promise<void> {
    if (isStopped) return
    try {
      await mailer.send(entry.mail)
      isFailing = false
      queued.delete(entry)
    } catch (error) {
      handleFailure(entry, error)
    }
  }

  function handleFailure(entry: QueuedMail, error: unknown): void {
    const delay = retryDelaysMs[Math.min(entry.attempts, retryDelaysMs.length - 1)] ?? 0
    entry.attempts += 1
    const isPermanent = error instanceof MailError && error.code !== 'unreachable'
    isFailing ||= !isPermanent
    log({
      level: 'warn',
      event: 'mail-not-sent',
      reason: failureName(error),
      count: entry.attempts,
    })
    if (isStopped || isPermanent || clock.now() + delay >= entry.expiresAt) {
      queued.delete(entry)
      return
    }
    const cancel = clock.after(delay, () => {
      cancels.delete(cancel)
      void trySend(entry)
    })
    cancels.add(cancel)
  }

  return {
    add(mail, expiresAt) {
      if (queued.size >= maxWaiting) {
        log({ level: 'error', event: 'mail-queue-full', count: queued.size })
        return
      }
      const entry = { mail, expiresAt, attempts: 0 }
      queued.add(entry)
      void trySend(entry)
    },
    isStuck: (reserved = 0) =>
      queued.size >= maxWaiting - reserved || (isFailing && queued.size > 0),
    stop() {
      isStopped = true
      for (const cancel of cancels) cancel()
      queued.clear()
      mailer.stop()
    },
  }
}
