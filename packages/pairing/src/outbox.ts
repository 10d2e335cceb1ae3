import { isPairingError, PairingError } from './errors.js'
import type { PairingClock } from './ports.js'
import type { Records } from './records.js'
import { relayCallTimeoutMs } from './relay/relayClient.js'
import type { OutboxRecord } from './state.js'
import { type Deferred, deferred } from './waiting.js'

/**
 * Sealed messages that must get out even if the page is closed between deciding and sending. They
 * are stored with the change that caused them and leave the store when the relay has them; sending
 * one twice is harmless, because the text, and so its id, is the same.
 */
export type Outbox = {
  flush(): void
  /** Settles when the relay has the message, or will not take it. */
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
    // A link takes the person elsewhere; opened again on return it would send them round in circles.
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
        // Storage refusing to forget it only means it is sent again after a reload.
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

/** The relay judged the message itself; the same text will fare no better later. */
function isFinal(error: PairingError): boolean {
  return error.code === 'pairing/relay-refused' && (error.peerCode ?? 0) < 0
}

function unavailable(cause: unknown): PairingError {
  return new PairingError('pairing/relay-unavailable', 'The relay cannot be reached.', { cause })
}
