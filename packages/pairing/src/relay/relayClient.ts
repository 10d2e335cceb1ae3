import { relayErrorCodes } from '@latchkey/wire/relay/fault'
import {
  encodeRelayResult,
  parseRelayFrame,
  type RelayErrorFrame,
  type RelayFrame,
  type RelayRequestFrame,
} from '@latchkey/wire/relay/frame'
import {
  batchLimit,
  type DeliveredMessage,
  parseDelivery,
  parseMailbox,
} from '@latchkey/wire/relay/methods'
import { closedError, PairingError } from '../errors.js'
import type { RelayState } from '../events.js'
import { createRelayCalls } from './calls.js'
import { createRelayConnection, type RelayConnectionOptions } from './connection.js'
import { createHeartbeat } from './heartbeat.js'
import { createSubscriptions } from './subscriptions.js'

export const relayCallTimeoutMs = 60_000

export type RelayClientOptions = RelayConnectionOptions & {
  readonly nextId: () => number
  /** The relay's id of our subscription to a topic. */
  subscriptionId(topic: string): string
  /** Resolves once the message is handled; only true acknowledges it. */
  receive(message: DeliveredMessage): Promise<boolean>
}

export type RelayCallOptions = {
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
}

export type RelayClient = {
  state(): RelayState
  call(method: string, params: unknown, options?: RelayCallOptions): Promise<unknown>
  /** Remembered and resumed on every later connection. */
  subscribe(topics: readonly string[]): Promise<void>
  unsubscribe(topics: readonly string[]): void
  fetchMissed(signal?: AbortSignal): Promise<void>
  close(): void
}

export function createRelayClient(options: RelayClientOptions): RelayClient {
  const calls = createRelayCalls(options.clock, options.nextId)
  const subscriptions = createSubscriptions()
  let handling: Promise<unknown> = Promise.resolve()

  const link = createRelayConnection(options, {
    needed: () => subscriptions.all().length > 0 || calls.size() > 0,
    opened() {
      heartbeat.start()
      for (const text of calls.texts()) link.send(text)
      resumeSubscriptions()
    },
    text(text) {
      heartbeat.onMessage()
      accept(text)
    },
    closed() {
      heartbeat.stop()
      subscriptions.forgetConfirmed()
    },
    refused: (error) => calls.failAll(error),
    returned: () => heartbeat.check(),
  })
  const heartbeat = createHeartbeat(options.clock, probe, link.drop)

  const call: RelayClient['call'] = async (method, params, { timeoutMs, signal } = {}) => {
    if (link.state() === 'closed') throw closedError()
    return calls.start(method, params, link.send, {
      timeoutMs: timeoutMs ?? relayCallTimeoutMs,
      signal,
    })
  }
  const syncSubscriptions = () => subscriptions.sync((method, params) => call(method, params))

  function resumeSubscriptions(): void {
    // Unconfirmed topics are retried with the next heartbeat or connection.
    syncSubscriptions().catch(() => undefined)
  }

  /** Subscribing again also delivers messages that were lost. */
  function probe(): void {
    if (subscriptions.all().length === 0) {
      // No topics: the connection is not needed.
      link.drop()
      return
    }
    subscriptions.forgetConfirmed()
    resumeSubscriptions()
  }

  function accept(text: string): void {
    let frame: RelayFrame
    try {
      frame = parseRelayFrame(text)
    } catch {
      // Invalid frames are ignored; the call times out.
      return
    }
    if (frame.kind === 'request') {
      deliver(frame)
    } else if (frame.kind === 'result') {
      link.worked()
      calls.answer(frame.id, { result: frame.result })
    } else {
      if (frame.error.code === relayErrorCodes.auth) link.reject(frame.error.message ?? '')
      calls.answer(frame.id, { error: relayError(frame) })
    }
  }

  /** Handles messages one at a time, in order of arrival. */
  function handle(message: DeliveredMessage): Promise<boolean> {
    const turn = handling.then(() => options.receive(message))
    handling = turn.catch(() => undefined)
    return turn
  }

  function deliver({ id, method, params }: RelayRequestFrame): void {
    const delivery = method === 'irn_subscription' ? parseDelivery(params) : undefined
    if (delivery === undefined) return
    const socket = link.current()
    handle(delivery.data).then(
      (isDone) => isDone && socket?.send(encodeRelayResult(id, true)),
      // Not acknowledged, so the relay delivers it again.
      () => undefined,
    )
  }

  async function fetchBatch(topics: readonly string[], signal?: AbortSignal): Promise<void> {
    let more = true
    while (more) {
      const mailbox = parseMailbox(await call('irn_batchFetchMessages', { topics }, { signal }))
      const messages = mailbox?.messages ?? []
      for (const message of messages) await handle(message)
      // Stops when a relay reports more messages but delivers none.
      more = mailbox?.hasMore === true && messages.length > 0
    }
  }

  return {
    state: link.state,
    call,
    async subscribe(topics) {
      subscriptions.add(topics)
      await syncSubscriptions()
    },
    unsubscribe(topics) {
      for (const topic of topics) {
        if (!subscriptions.remove(topic) || link.state() !== 'open') continue
        // If this fails, the relay removes idle subscriptions.
        call('irn_unsubscribe', { topic, id: options.subscriptionId(topic) }).catch(() => undefined)
      }
    },
    async fetchMissed(signal) {
      const topics = [...subscriptions.all()]
      while (topics.length > 0) await fetchBatch(topics.splice(0, batchLimit), signal)
    },
    close() {
      link.close()
      heartbeat.stop()
      calls.failAll(closedError())
    },
  }
}

function relayError({ error }: RelayErrorFrame): PairingError {
  return new PairingError(
    'pairing/relay-refused',
    error.message ?? 'The relay rejected the call.',
    {
      ...(error.code === undefined ? {} : { peerCode: error.code }),
      data: error.data,
    },
  )
}
