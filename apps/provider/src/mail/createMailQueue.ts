import type { Clock } from '../clock.js'
import { failureName, type Log } from '../log.js'
import { type Mail, MailError, type Mailer } from './Mailer.js'

/**
 * Mails on their way. Whoever asks for one is answered at once, so that the time an answer takes
 * says nothing about a mail; codes must not be stored, so what waits is gone with the process.
 */
export type MailQueue = {
  /** Tries until it is taken, or nobody needs it any more. */
  add(mail: Mail, expiresAt: number): void
  /**
   * The mail server has not been taking mails: another one would only wait behind them. With
   * `keepFree` it is so earlier, and that many places are left for others.
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
      event: 'mail-not-taken',
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
