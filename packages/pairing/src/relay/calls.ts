import { encodeRelayRequest, type RelayId, relayIdKey } from '@latchkey/wire/relay/frame'
import { PairingError } from '../errors.js'
import type { PairingClock } from '../ports.js'
import { deferred } from '../waiting.js'

/** A lost frame is resent; the relay recognises repeated calls by their content. */
const resendDelayMs = 10_000

type OpenCall = {
  readonly text: string
  readonly resolve: (result: unknown) => void
  readonly reject: (error: PairingError) => void
}

export type CallOptions = {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** Calls that wait for the relay's response. They are resent on the next connection. */
export type RelayCalls = {
  start(
    method: string,
    params: unknown,
    send: (text: string) => void,
    options: CallOptions,
  ): Promise<unknown>
  answer(id: RelayId, outcome: { result: unknown } | { error: PairingError }): void
  texts(): readonly string[]
  failAll(error: PairingError): void
  size(): number
}

export function createRelayCalls(clock: PairingClock, nextId: () => number): RelayCalls {
  const open = new Map<string, OpenCall>()
  return {
    async start(method, params, send, { timeoutMs, signal }) {
      const id = nextId()
      const text = encodeRelayRequest(id, method, params)
      const waiting = deferred<unknown>(clock, {
        timeoutMs,
        timeoutError: () =>
          new PairingError('pairing/relay-unavailable', 'The relay did not respond in time.'),
        signal,
      })
      open.set(relayIdKey(id), { text, resolve: waiting.resolve, reject: waiting.reject })
      let cancelResend = () => {}
      const sendAndRepeat = () => {
        send(text)
        cancelResend = clock.setTimeout(sendAndRepeat, resendDelayMs)
      }
      sendAndRepeat()
      try {
        return await waiting.promise
      } finally {
        cancelResend()
        open.delete(relayIdKey(id))
      }
    },
    answer(id, outcome) {
      const call = open.get(relayIdKey(id))
      if (call === undefined) return
      if ('error' in outcome) call.reject(outcome.error)
      else call.resolve(outcome.result)
    },
    texts: () => [...open.values()].map((call) => call.text),
    failAll(error) {
      for (const call of open.values()) call.reject(error)
    },
    size: () => open.size,
  }
}
