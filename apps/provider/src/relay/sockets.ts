import { RELAY_CLOSE_CODES, RelayFault } from '@latchkey/wire/relay/fault'
import {
  encodeRelayError,
  encodeRelayResult,
  parseRelayFrame,
  type RelayRequestFrame,
} from '@latchkey/wire/relay/frame'
import { parseRelayCall } from '@latchkey/wire/relay/methods'
import type { RawData, WebSocket } from 'ws'
import type { Clock } from '../clock.js'
import { failureName, type Log } from '../log.js'
import { type Buckets, createBucket } from '../serving/buckets.js'
import type { Connection, Hub } from './hub.js'
import type { RelayLimits } from './limits.js'
import { readerOf } from './mailbox.js'
import { type Methods, publishCost } from './methods.js'
import type { Metrics } from './metrics.js'
import { createOutbox } from './outbox.js'
import { toFault, tooMany } from './refusals.js'

/** The open sockets: reads their frames, answers them, notices the dead ones. */
export interface Sockets {
  accept(socket: WebSocket, clientId: string): void
  /** Pings everybody and drops those that let two pings pass. */
  beat(): void
  /** Asks everybody to come back later and waits for calls under way. */
  closeAll(reason: string): Promise<void>
}

const MISSED_PINGS = 2
const CLOSE_LIMIT_MS = 2_000
const STRAY_FRAMES = 20

interface OpenSocket {
  readonly socket: WebSocket
  readonly calls: Set<Promise<void>>
  missedPings: number
}

export function createSockets(parts: {
  hub: Hub
  methods: Methods
  publishes: Buckets
  limits: RelayLimits
  clock: Clock
  metrics: Metrics
  log: Log
}): Sockets {
  const { hub, methods, publishes, limits, clock, metrics, log } = parts
  const open = new Set<OpenSocket>()
  let lastId = 0

  /** Unique in this process, and in the range that peers take for an id. */
  function nextId(): number {
    lastId = Math.max(lastId + 1, clock.now() * 1_000)
    return lastId
  }

  function drop(socket: WebSocket, reason: string): void {
    metrics.count('dropped')
    log({ level: 'info', event: 'socket-dropped', reason })
    socket.terminate()
  }

  function connect(socket: WebSocket, clientId: string): Connection {
    const outbox = createOutbox({
      clientId,
      nextId,
      unacknowledged: limits.unacknowledged,
      onOverflow: () => drop(socket, 'unacknowledged'),
      send(text, onSent) {
        if (socket.bufferedAmount > limits.bufferedBytes) drop(socket, 'slow')
        metrics.count('delivered')
        socket.send(text, () => onSent())
      },
    })
    return { clientId, reader: readerOf(clientId), outbox }
  }

  /** Holds a sender back by not reading from it, which costs no memory and needs no error. */
  function slowDown(socket: WebSocket, ms: number): void {
    if (ms <= 0 || socket.isPaused) return
    socket.pause()
    clock.after(ms, () => socket.resume())
  }

  function accept(socket: WebSocket, clientId: string): void {
    const connection = connect(socket, clientId)
    const state: OpenSocket = { socket, calls: new Set(), missedPings: 0 }
    const calls = createBucket({
      perSecond: limits.callsPerSecond,
      burst: limits.callBurst,
      overdraft: Number.POSITIVE_INFINITY,
    })
    let strayFrames = 0

    async function answer(frame: RelayRequestFrame): Promise<void> {
      const started = clock.now()
      try {
        const call = parseRelayCall(frame.method, frame.params)
        const cost = publishCost(call)
        slowDown(socket, calls.take(1, started) ?? 0)
        if (cost > 0) {
          const bucket = publishes.of(clientId)
          const wait = bucket.take(cost, started)
          if (wait === undefined) throw tooMany('publications', bucket.retryAfter(cost, started))
          slowDown(socket, wait)
        }
        const { result, onSent } = await methods(connection, call)
        if (cost > 0) metrics.observePublish((clock.now() - started) / 1_000)
        socket.send(encodeRelayResult(frame.id, result), (error) => {
          if (!error) onSent?.()
        })
      } catch (error) {
        metrics.count('faults')
        const fault = toFault(error)
        if (fault !== error)
          log({ level: 'error', event: 'call-failed', reason: failureName(error) })
        socket.send(encodeRelayError(frame.id, fault.body()))
      }
    }

    function read(data: RawData, isBinary: boolean): void {
      state.missedPings = 0
      try {
        if (isBinary) throw new RelayFault('payload', 'Serialization', 'The frame is not text.')
        const frame = parseRelayFrame(String(data))
        if (frame.kind === 'request') {
          const call = answer(frame).finally(() => state.calls.delete(call))
          state.calls.add(call)
        } else hub.acknowledge(connection, frame.id)
      } catch (error) {
        strayFrames += 1
        metrics.count('faults')
        if (strayFrames > STRAY_FRAMES) socket.close(1008, 'Frames are not JSON-RPC')
        else socket.send(encodeRelayError(0, toFault(error).body()))
      }
    }

    open.add(state)
    hub.enter(connection)
    socket.on('message', read)
    socket.on('pong', () => {
      state.missedPings = 0
    })
    // A protocol error is followed by the close it causes.
    socket.on('error', (error) =>
      log({ level: 'info', event: 'socket-error', reason: failureName(error) }),
    )
    socket.on('close', () => {
      open.delete(state)
      hub.leave(connection)
    })
  }

  return {
    accept,

    beat() {
      for (const state of open) {
        // A sender held back cannot be heard, so its silence says nothing.
        if (state.socket.isPaused) continue
        if (state.missedPings >= MISSED_PINGS) drop(state.socket, 'silent')
        else {
          state.missedPings += 1
          state.socket.ping()
        }
      }
    },

    async closeAll(reason) {
      const sockets = [...open]
      for (const { socket } of sockets) socket.pause()
      await Promise.all(sockets.flatMap(({ calls }) => [...calls]))
      const closed = sockets.map(
        ({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
      )
      for (const { socket } of sockets) {
        socket.resume()
        socket.close(RELAY_CLOSE_CODES.goingAway, reason)
      }
      const cancel = clock.after(CLOSE_LIMIT_MS, () => {
        for (const { socket } of sockets) socket.terminate()
      })
      await Promise.all(closed)
      cancel()
    },
  }
}
