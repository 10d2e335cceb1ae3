import { isPairingError, PairingError } from './errors.js'
import type { PairingClock } from './ports.js'
import type { Records } from './records.js'
import { relayCallTimeoutMs } from './relay/relayClient.js'
import type { OutboxRecord } from './state.js'
import { type Deferred, deferred } from './waiting.js'

/**
 * Encrypted messages that must be sent even if the page closes first. They are stored with the change
 * that caused them and removed once the relay has them. Sending one twice is harmless: same text, same id.
 */
export type Outbox = {
  flush(): void
  /** Settles when the relay has accepted or rejected the message. */
  sent(messageId: string, signal?: AbortSignal): Promise<void>
}

export type Publish = (item: Omit<OutboxRecord, 'expiry'>) => Promise<unknown>

export function createOutbox(records: Records, publish: Publish, clock: PairingClock): Outbox {
  const inFlight = new Set<string>()
  const waiters = new Map<string, Deferred<void>>()
  /** Known outcomes of messages that are still stored. */
  const outcomes = new Map<string, PairingError | undefined>()

  const settle = (messageId: string, error?: PairingError) => {
    outcomes.set(messageId, error)
    const waiter = waiters.get(messageId)
    if (error) waiter?.reject(error)
    else waiter?.resolve()
  }
  /** False when another tab was first. */
  const remove = (messageId: string) =>
    records.change((draft) => {
      const isThere = messageId in draft.outbox
      delete draft.outbox[messageId]
      return isThere
    })
  const forget = async (messageId: string) => {
    await remove(messageId)
    inFlight.delete(messageId)
    outcomes.delete(messageId)
  }
  const send = async (messageId: string) => {
    const item = records.current().outbox[messageId]
    if (item === undefined) return
    // A link opens another app, so it is never opened twice.
    const isOurs = !item.link || (await remove(messageId))
    try {
      if (isOurs) await publish(item)
    } catch (cause) {
      const error = isPairingError(cause) ? cause : unavailable(cause)
      settle(messageId, error)
      if (item.link || isFinal(error)) return forget(messageId)
      inFlight.delete(messageId)
      return
    }
    settle(messageId)
    await forget(messageId)
  }
  return {
    flush() {
      for (const messageId of Object.keys(records.current().outbox)) {
        if (inFlight.has(messageId)) continue
        inFlight.add(messageId)
        outcomes.delete(messageId)
        // If storage fails, it is sent again after a reload.
        send(messageId).catch(() => undefined)
      }
    },
    async sent(messageId, signal) {
      const error = outcomes.get(messageId)
      if (error) throw error
      const isUnsent = messageId in records.current().outbox || inFlight.has(messageId)
      if (outcomes.has(messageId) || !isUnsent) return
      const waiter = deferred<void>(clock, {
        timeoutMs: relayCallTimeoutMs,
        timeoutError: () => unavailable(undefined),
        signal,
      })
      waiters.set(messageId, waiter)
      try {
        await waiter.promise
      } finally {
        waiters.delete(messageId)
      }
    },
  }
}

/** The relay rejected the message itself, so sending it again would fail too. */
function isFinal(error: PairingError): boolean {
  return error.code === 'pairing/relay-refused' && (error.peerCode ?? 0) < 0
}

function unavailable(cause: unknown): PairingError {
  return new PairingError('pairing/relay-unavailable', 'The relay cannot be reached.', { cause })
}
