import { isPairingError, PairingError } from './errors.js'
import type { PairingClock } from './ports.js'
import type { Records } from './records.js'
import type { RelayClient } from './relay/relayClient.js'
import { RELAY_CALL_TIMEOUT_MS } from './relay/relayClient.js'
import { type Deferred, deferred } from './waiting.js'

/**
 * Sealed messages that must get out even if the page is closed between deciding and sending. They
 * are stored with the change that caused them and leave the store when the relay has them; sending
 * one twice is harmless, because the text, and so its id, is the same.
 */
export interface Outbox {
  flush(): void
  /** Settles when the relay has the message, or will not take it. */
  sent(messageId: string, signal?: AbortSignal): Promise<void>
}

export function createOutbox(records: Records, relay: RelayClient, clock: PairingClock): Outbox {
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
  const forget = async (messageId: string) => {
    await records.change((draft) => {
      delete draft.outbox[messageId]
    })
    inFlight.delete(messageId)
    outcomes.delete(messageId)
  }
  const publish = async (messageId: string) => {
    const item = records.current().outbox[messageId]
    if (item === undefined) return
    const { topic, message, ttl, tag, prompt } = item
    try {
      await relay.call('irn_publish', { topic, message, ttl, tag, prompt, attestation: '' })
    } catch (cause) {
      const error = isPairingError(cause) ? cause : unavailable(cause)
      settle(messageId, error)
      if (isFinal(error)) return forget(messageId)
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
        publish(messageId).catch(() => undefined)
      }
    },
    async sent(messageId, signal) {
      const error = outcomes.get(messageId)
      if (error) throw error
      const waitingToGo = records.current().outbox[messageId] !== undefined
      if (outcomes.has(messageId) || !waitingToGo) return
      const waiter = deferred<void>(clock, {
        timeoutMs: RELAY_CALL_TIMEOUT_MS,
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
