import type { Core } from './core.js'
import type { Emitter, RelayState } from './events.js'
import { type DisconnectInput, disconnect, onDelete } from './session/end.js'
import { extend, onExtend, type TopicInput } from './session/extend.js'
import { onPing, ping } from './session/ping.js'
import type { Session } from './session/session.js'

/** Actions of both roles. */
export type SharedActions = {
  /** Loads the stored state, resumes subscriptions and returns the active sessions. */
  restore(): Promise<Session[]>
  /** The active sessions known so far. */
  sessions(): Session[]
  ping(input: TopicInput): Promise<void>
  extend(input: TopicInput): Promise<void>
  disconnect(input: DisconnectInput): Promise<void>
  on: Emitter['on']
  /** Of the relays that a session or an offer (its pairing topic) uses; without one, the best of all. */
  relayState(topic?: string): RelayState
  /** Fetches messages that may have been missed; resolves when the first relay has delivered its own. */
  fetchMissed(signal?: AbortSignal): Promise<void>
  /** Stops the client; pending calls fail with `pairing/closed`, stored sessions stay. */
  close(): void
}

export function sharedActions(core: Core): SharedActions {
  core.use({
    calls: {
      wc_sessionExtend: onExtend(core),
      wc_sessionDelete: onDelete(core),
      wc_sessionPing: onPing('session'),
      wc_pairingPing: onPing('pairing'),
    },
    responses: [],
  })
  const sessions = () =>
    Object.values(core.state().sessions)
      .map(({ session }) => session)
      .filter(({ expiry }) => expiry > core.now())
  return {
    async restore() {
      await core.load()
      core.restored()
      return sessions()
    },
    sessions,
    ping: (input) => ping(core, input),
    extend: (input) => extend(core, input),
    disconnect: (input) => disconnect(core, input),
    on: core.events.on,
    relayState: core.relayState,
    fetchMissed: (signal) => core.relays.fetchMissed(signal),
    close: () => core.close(),
  }
}
