import type { PeerErrorBody } from './errors.js'
import type { AuthenticationRequest } from './session/authRequest.js'
import type { IncomingProposal } from './session/incomingProposal.js'
import type { IncomingRequest } from './session/incomingRequest.js'
import type { Session } from './session/session.js'

/** State of the connection to the relay. */
export type RelayState =
  /** Nothing to listen for. */
  | 'idle'
  | 'connecting'
  | 'open'
  /** Between two attempts. */
  | 'waiting'
  /** The device has no network; reconnects automatically. */
  | 'offline'
  | 'closed'

/** Events of a client. */
export type PairingEvents = {
  /** A session was settled, also one proposed before a reload. */
  session_settle: { session: Session }
  session_update: { topic: string; session: Session }
  session_extend: { topic: string; expiry: number }
  session_event: { topic: string; chainId: string; event: { name: string; data: unknown } }
  session_end: { topic: string; reason: PeerErrorBody; by: 'peer' | 'self' }
  session_expire: { topic: string }
  /** The best state of all relays, whenever that of one of them changes. */
  relay_state: { state: RelayState }
  /** The response to a request that expired, was cancelled, or was sent before a reload. */
  late_response: {
    topic: string
    id: number
    chainId: string
    method: string
    outcome: { result: unknown } | { error: unknown }
  }
  /** Wallet role. */
  proposal: IncomingProposal
  request: IncomingRequest
  authenticate: AuthenticationRequest
  /** A proposal, sign-in or request expired. */
  request_expire: { topic: string; id: number }
}

/** Names of the events. */
export type PairingEventName = keyof PairingEvents
/** A listener for one event. */
export type PairingListener<Name extends PairingEventName> = (event: PairingEvents[Name]) => void

export type Emitter = {
  on<Name extends PairingEventName>(name: Name, listener: PairingListener<Name>): () => void
  emit<Name extends PairingEventName>(name: Name, event: PairingEvents[Name]): void
  hasListener(name: PairingEventName): boolean
}

export function createEmitter(): Emitter {
  const listeners = new Map<PairingEventName, Set<(event: never) => void>>()
  return {
    on(name, listener) {
      // Wrapped, so that the same function added twice is removed once per addition.
      const entry = (event: never) => listener(event)
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(entry))
      return () => set.delete(entry)
    },
    emit(name, event) {
      for (const listener of [...(listeners.get(name) ?? [])]) {
        try {
          listener(event as never)
        } catch (error) {
          // Reported to the page, without stopping the protocol.
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
    hasListener: (name) => (listeners.get(name)?.size ?? 0) > 0,
  }
}
