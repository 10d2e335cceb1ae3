import { RelayFault, relayCloseCodes } from '@latchkey/wire/relay/fault'
import { encodeRelayError, parseRelayFrame } from '@latchkey/wire/relay/frame'
import { type RawData, WebSocket } from 'ws'
import { type Clock, sleep } from '../clock.js'
import { failureName, type Log } from '../log.js'
import type { Quota } from '../serving/quota.js'
import type { Caller } from './admission.js'
import { type CallQueue, createCallQueue } from './callQueue.js'
import type { Charges } from './charges.js'
import type { Connection, Hub } from './hub.js'
import { toReaderId } from './mailbox.js'
import type { Methods } from './methods.js'
import { createOutbox } from './outbox.js'
import { toFault } from './rejections.js'
import type { RelayLimits } from './relayLimits.js'
import type { Metrics } from './relayMetrics.js'
import { createSocketWriter, type SocketWriter } from './socketWriter.js'
import type { UnreadMail, UnreadPage } from './unreadMail.js'

/** The open sockets: accepts them, detects dead ones and closes them. */
export type Sockets = {
  accept(socket: WebSocket, caller: Caller): void
  /** Pings all clients and drops those that missed two pings or read nothing of what they were sent. */
  heartbeat(): void
  /** Closes all sockets after running calls finish. Clients reconnect elsewhere. */
  closeAll(reason: string): Promise<void>
}

const maxMissedPings = 2
const closeTimeoutMs = 2_000
const maxStrayFrames = 20
const replayPageSize = 100
const retryDelayMs = 1_000

type OpenSocket = {
  readonly socket: WebSocket
  readonly writer: SocketWriter
  readonly queue: CallQueue
  missedPings: number
}

export function createSockets(parts: {
  hub: Hub
  methods: Methods
  unreadMail: UnreadMail
  charges: Charges
  /** Bytes in memory that clients have not read yet. */
  unsent: Quota
  limits: RelayLimits
  clock: Clock
  metrics: Metrics
  log: Log
}): Sockets {
  const { hub, unreadMail, unsent, limits, clock, metrics, log } = parts
  const open = new Set<OpenSocket>()
  let lastId = 0

  /** Unique in this process, and in the range that peers accept as an id. */
  function nextId(): number {
    lastId = Math.max(lastId + 1, clock.now() * 1_000)
    return lastId
  }

  function drop(socket: WebSocket, reason: string): void {
    metrics.count('dropped')
    log({ level: 'info', event: 'socket-dropped', reason })
    socket.terminate()
  }

  function accept(socket: WebSocket, caller: Caller): void {
    const { clientId, network } = caller
    const reader = toReaderId(clientId)
    const onTooSlow = () => drop(socket, 'slow')
    const writer = createSocketWriter({ socket, network, unsent, limits, onTooSlow })
    let strayFrames = 0

    async function nextPage(topics: readonly string[], after: number): Promise<UnreadPage> {
      while (socket.readyState === WebSocket.OPEN) {
        try {
          return await unreadMail({ reader, network, topics, after, limit: replayPageSize })
        } catch (error) {
          log({ level: 'warn', event: 'replay-retry', reason: failureName(error) })
          await sleep(clock, retryDelayMs)
        }
      }
      return { messages: [], hasMore: false, release() {} }
    }

    const connection: Connection = {
      ...caller,
      reader,
      outbox: createOutbox({
        clientId,
        nextId,
        nextPage,
        maxUnacknowledged: limits.unacknowledged,
        maxQueuedBytes: limits.bufferedBytes,
        onOverflow: () => drop(socket, 'unacknowledged'),
        send(text, done) {
          metrics.count('delivered')
          writer.sendMail(text, done)
        },
      }),
    }
    const queue = createCallQueue({ ...parts, socket, writer, connection })
    const state: OpenSocket = { socket, writer, queue, missedPings: 0 }

    function onMessage(data: RawData, isBinary: boolean): void {
      state.missedPings = 0
      try {
        if (isBinary) throw new RelayFault('payload', 'Serialization', 'The frame is not text.')
        const text = String(data)
        const frame = parseRelayFrame(text)
        // An acknowledgement belongs to a delivery; one without a delivery counts as a call.
        if (frame.kind === 'request') queue.add(text.length, frame)
        else if (!hub.acknowledge(connection, frame.id)) queue.add(text.length)
      } catch (error) {
        strayFrames += 1
        metrics.count('faults')
        if (strayFrames > maxStrayFrames) socket.close(1008, 'Frames are not JSON-RPC')
        else writer.send(encodeRelayError(0, toFault(error).body()))
      }
    }

    open.add(state)
    hub.add(connection)
    socket.on('message', onMessage)
    // Each ping causes a pong that a client may leave unread, so it counts as well.
    socket.on('ping', ({ length }) => queue.add(length))
    socket.on('pong', () => {
      state.missedPings = 0
    })
    // A protocol error is followed by the close it causes.
    socket.on('error', (error) =>
      log({ level: 'info', event: 'socket-error', reason: failureName(error) }),
    )
    socket.on('close', () => {
      open.delete(state)
      hub.remove(connection)
      writer.close()
    })
  }

  return {
    accept,

    heartbeat() {
      for (const state of open) {
        const { socket, writer } = state
        if (writer.isStalled()) {
          drop(socket, 'slow')
          continue
        }
        // Nothing is read from a paused socket, so its pongs are not seen.
        if (socket.isPaused) continue
        if (state.missedPings >= maxMissedPings) drop(socket, 'silent')
        else {
          state.missedPings += 1
          socket.ping()
        }
      }
    },

    async closeAll(reason) {
      const sockets = [...open]
      for (const { socket } of sockets) socket.pause()
      await Promise.all(sockets.flatMap(({ queue }) => [...queue.running]))
      const closed = sockets.map(
        ({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
      )
      for (const { socket } of sockets) {
        socket.resume()
        socket.close(relayCloseCodes.goingAway, reason)
      }
      const cancel = clock.after(closeTimeoutMs, () => {
        for (const { socket } of sockets) socket.terminate()
      })
      await Promise.all(closed)
      cancel()
    },
  }
}
