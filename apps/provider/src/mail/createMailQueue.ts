import type { Clock } from '../clock.js'
import { failureName, type Log } from '../log.js'
import { type Mail, MailError, type Mailer } from './Mailer.js'

/**
 * Mails on their way. Whoever asks for one is answered at once, so that the time an answer takes
 * says nothing about a mail; codes must not be stored, so what waits is gone with the process.
 */
export interface MailQueue {
  /** Tries until it is taken, or nobody needs it any more. */
  add(mail: Mail, until: number): void
  /**
   * The mail server has not been taking mails: another one would only wait behind them. With
   * `keepFree` it is so earlier, and that many places are left for others.
   */
  isStuck(keepFree?: number): boolean
  stop(): void
}

const RETRY_MS = [1_000, 3_000, 10_000, 30_000]
const MOST_WAITING = 1_000

type Waiting = { readonly mail: Mail; readonly until: number; tries: number }

export function createMailQueue({
  mailer,
  clock,
  log,
}: {
  readonly mailer: Mailer
  readonly clock: Clock
  readonly log: Log
}): MailQueue {
  const waiting = new Set<Waiting>()
  const cancels = new Set<() => void>()
  let isFailing = false
  let isOver = false

  async function attempt(entry: Waiting): Promise<void> {
    if (isOver) return
    try {
      await mailer.send(entry.mail)
      isFailing = false
      waiting.delete(entry)
    } catch (error) {
      handle(entry, error)
    }
  }

  function handle(entry: Waiting, error: unknown): void {
    const wait = RETRY_MS[Math.min(entry.tries, RETRY_MS.length - 1)] ?? 0
    entry.tries += 1
    const isOurs = error instanceof MailError && error.code !== 'unreachable'
    isFailing ||= !isOurs
    log({ level: 'warn', event: 'mail-not-taken', reason: failureName(error), count: entry.tries })
    if (isOver || isOurs || clock.now() + wait >= entry.until) {
      waiting.delete(entry)
      return
    }
    const cancel = clock.after(wait, () => {
      cancels.delete(cancel)
      void attempt(entry)
    })
    cancels.add(cancel)
  }

  return {
    add(mail, until) {
      if (waiting.size >= MOST_WAITING) {
        log({ level: 'error', event: 'mail-queue-full', count: waiting.size })
        return
      }
      const entry = { mail, until, tries: 0 }
      waiting.add(entry)
      void attempt(entry)
    },
    isStuck: (keepFree = 0) =>
      waiting.size >= MOST_WAITING - keepFree || (isFailing && waiting.size > 0),
    stop() {
      isOver = true
      for (const cancel of cancels) cancel()
      waiting.clear()
      mailer.stop()
    },
  }
}
