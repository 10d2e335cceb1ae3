import type { RelayId, RelayRequestFrame } from '@latchkey/wire/relay/frame'
import { encodeRelayError, encodeRelayResult } from '@latchkey/wire/relay/frame'
import { parseRelayCall, type RelayCall } from '@latchkey/wire/relay/methods'
import { WebSocket } from 'ws'
import { type Clock, sleep } from '../clock.js'
import { failureName, type Log } from '../log.js'
import { createBucket } from '../serving/buckets.js'
import { type Charges, getPublishedTexts } from './charges.js'
import type { Connection } from './hub.js'
import { isFetch, type Methods } from './methods.js'
import { toFault } from './rejections.js'
import type { RelayLimits } from './relayLimits.js'
import type { Metrics } from './relayMetrics.js'
import type { SocketWriter } from './socketWriter.js'

/** Runs the calls of one socket in order, and pauses the socket while a call waits. */
export type CallQueue = {
  /** Without a frame only the bytes are charged. */
  add(bytes: number, frame?: RelayRequestFrame): void
  /** Running calls, which must finish before the socket is closed. */
  readonly running: ReadonlySet<Promise<void>>
}

/** Queued fetches of one socket. With more, the socket is paused. */
const maxWaitingFetches = 8
/** Bytes of a frame that are charged as one more call. */
const bytesPerCall = 16_384

type QueuedFrame = {
  readonly frame: RelayRequestFrame | undefined
  readonly bytes: number
}

export function createCallQueue(parts: {
  readonly socket: WebSocket
  readonly writer: SocketWriter
  readonly connection: Connection
  readonly methods: Methods
  readonly charges: Charges
  readonly limits: RelayLimits
  readonly clock: Clock
  readonly metrics: Metrics
  readonly log: Log
}): CallQueue {
  const { socket, writer, connection, methods, charges, limits, clock, metrics, log } = parts
  const queued: QueuedFrame[] = []
  const running = new Set<Promise<void>>()
  const ownCalls = createBucket({
    perSecond: limits.callsPerSecond,
    burst: limits.callBurst,
    overdraft: Number.POSITIVE_INFINITY,
  })
  let isWorking = false
  let waitingFetches = 0
  let fetches = Promise.resolve()

  const isOpen = () => socket.readyState === WebSocket.OPEN

  function sendFault(id: RelayId, error: unknown): void {
    metrics.count('faults')
    const fault = toFault(error)
    if (fault !== error) log({ level: 'error', event: 'call-failed', reason: failureName(error) })
    writer.send(encodeRelayError(id, fault.body()))
  }

  async function respond(id: RelayId, call: RelayCall, onSettled = () => {}): Promise<void> {
    const started = clock.now()
    try {
      const { result, onSent, release } = await methods(connection, call)
      if (getPublishedTexts(call).length > 0) {
        metrics.observePublish((clock.now() - started) / 1_000)
      }
      writer.send(encodeRelayResult(id, result), (error) => {
        if (!error) onSent?.()
        onSettled()
      })
      release?.()
    } catch (error) {
      sendFault(id, error)
      onSettled()
    }
  }

  function track(work: Promise<void>): Promise<void> {
    const call = work.finally(() => running.delete(call))
    running.add(call)
    return call
  }

  /** One by one: each response is built after the previous one was sent. */
  function fetch(id: RelayId, call: RelayCall): void {
    waitingFetches += 1
    fetches = fetches.then(async () => {
      if (isOpen()) await new Promise<void>((resolve) => void respond(id, call, resolve))
      waitingFetches -= 1
    })
  }

  /** Starts a call. The next call waits for `delay` milliseconds and for `done`. */
  function start({ frame, bytes }: QueuedFrame): { delay: number; done?: Promise<void> } {
    const calls = 1 + Math.floor(bytes / bytesPerCall)
    let delay = Math.max(ownCalls.take(calls, clock.now()) ?? 0, charges.calls(connection, calls))
    if (!frame) return { delay }
    try {
      const call = parseRelayCall(frame.method, frame.params)
      delay = Math.max(delay, charges.topics(connection, call))
      delay = Math.max(delay, charges.publish(connection, call))
      if (isFetch(call)) fetch(frame.id, call)
      else {
        const done = track(respond(frame.id, call))
        // Publications share a commit, and their responses are short, so they need not wait.
        if (getPublishedTexts(call).length === 0) return { delay, done }
      }
    } catch (error) {
      sendFault(frame.id, error)
    }
    return { delay }
  }

  /** Pausing the socket needs no error and no memory for what the client sends. */
  async function work(): Promise<void> {
    isWorking = true
    for (let next = queued.shift(); next && isOpen(); next = queued.shift()) {
      const { delay, done } = start(next)
      const isSlow = writer.isSlow || waitingFetches >= maxWaitingFetches
      if (delay === 0 && !done && !isSlow) continue
      socket.pause()
      await done
      if (delay > 0) await sleep(clock, delay)
      await writer.waitUntilRead()
      if (waitingFetches >= maxWaitingFetches) await fetches
      socket.resume()
    }
    isWorking = false
  }

  return {
    running,
    add(bytes, frame) {
      queued.push({ frame, bytes })
      if (!isWorking) void work()
    },
  }
}
