import { fromPeerError, type PairingError } from './errors.js'
import type { PairingClock } from './ports.js'
import { type Deferred, deferred, type WaitBounds } from './waiting.js'

export type Outcome = { readonly result: unknown } | { readonly error: unknown }

/** Requests since the page loaded that wait for a response. */
export type PendingRequests = {
  wait(id: number, topic: string, bounds: WaitBounds): Deferred<unknown>
  has(id: number): boolean
  /** True when the request was pending; the first response wins. */
  settle(id: number, topic: string, outcome: Outcome): boolean
  fail(topic: string | undefined, error: PairingError): void
}

export function createPendingRequests(clock: PairingClock): PendingRequests {
  const open = new Map<number, { topic: string; waiting: Deferred<unknown> }>()
  return {
    wait(id, topic, bounds) {
      const waiting = deferred<unknown>(clock, bounds)
      open.set(id, { topic, waiting })
      const forget = () => open.delete(id)
      waiting.promise.then(forget, forget)
      return waiting
    },
    has: (id) => open.has(id),
    settle(id, topic, outcome) {
      const entry = open.get(id)
      if (entry === undefined || entry.topic !== topic) return false
      open.delete(id)
      if ('error' in outcome) entry.waiting.reject(fromPeerError(outcome.error))
      else entry.waiting.resolve(outcome.result)
      return true
    },
    fail(topic, error) {
      for (const entry of [...open.values()]) {
        if (topic === undefined || entry.topic === topic) entry.waiting.reject(error)
      }
    },
  }
}
