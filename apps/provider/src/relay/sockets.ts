import { RELAY_CLOSE_CODES, RelayFault } from '@latchkey/wire/relay/fault'
import {
  encodeRelayError,
  encodeRelayResult,
  parseRelayFrame,
  type RelayId,
  type RelayRequestFrame,
} from '@latchkey/wire/relay/frame'
import { parseRelayCall, type RelayCall } from '@latchkey/wire/relay/methods'
import { type RawData, WebSocket } from 'ws'
import { type Clock, pause } from '../clock.js'
import { failureName, type Log } from '../log.js'
import { createBucket } from '../serving/buckets.js'
import type { Shares } from '../serving/shares.js'
import { type Charges, publishedTexts } from './charges.js'
import type { Caller } from './doorkeeper.js'
import type { Connection, Hub } from './hub.js'
import type { RelayLimits } from './limits.js'
import { readerOf } from './mailbox.js'
import { isFetch, type Methods } from './methods.js'
import type { Metrics } from './metrics.js'
import { createOutbox } from './outbox.js'
import { toFault } from './refusals.js'
import type { UnreadMail, UnreadPage } from './unreadMail.js'

/** The open sockets: reads their frames, answers them, notices the dead ones. */
export interface Sockets {
  accept(socket: WebSocket, caller: Caller): void
  /** Pings everybody and drops those that let two pings pass or read nothing of what they were sent. */
  beat(): void
  /** Asks everybody to come back later and waits for calls under way. */
  closeAll(reason: string): Promise<void>
}

const MISSED_PINGS = 2
const CLOSE_LIMIT_MS = 2_000
const STRAY_FRAMES = 20
/** Fetches of one socket that wait for each other; with more of them nothing else is read from it. */
const WAITING_FETCHES = 8
/** Unread bytes of a socket above which it counts as slow: nothing more is read from it. */
const SLOW_BYTES = 65_536
/** Bytes of a frame that cost as much as one more call. */
const BYTES_PER_CALL = 16_384
const REPLAY_PAGE = 100
const RETRY_PAUSE_MS = 1_000

/** A frame that has to wait for its turn; without a call it only counts. */
interface Received {
  readonly frame: RelayRequestFrame | undefined
  readonly bytes: number
}

interface OpenSocket {
  readonly socket: WebSocket
  readonly calls: Set<Promise<void>>
  missedPings: number
  /** Whether something has left for the client since the last beat. */
  hasSent: boolean
  /** Whether something waited for the client at the last beat. */
  hadUnread: boolean
}

export function createSockets(parts: {
  hub: Hub
  methods: Methods
  unreadMail: UnreadMail
  charges: Charges
  /** Bytes in memory that clients have not read yet. */
  unsent: Shares
  limits: RelayLimits
  clock: Clock
  metrics: Metrics
  log: Log
}): Sockets {
  const { hub, methods, unreadMail, charges, unsent, limits, clock, metrics, log } = parts
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

  function accept(socket: WebSocket, caller: Caller): void {
    const { clientId, network } = caller
    const reader = readerOf(clientId)
    const state: OpenSocket = {
      socket,
      calls: new Set(),
      missedPings: 0,
      hasSent: false,
      hadUnread: false,
    }
    const isOpen = () => socket.readyState === WebSocket.OPEN
    const inbox: Received[] = []
    const ownCalls = createBucket({
      perSecond: limits.callsPerSecond,
      burst: limits.callBurst,
      overdraft: Number.POSITIVE_INFINITY,
    })
    let isWorking = false
    let strayFrames = 0
    let waitingFetches = 0
    let fetches = Promise.resolve()
    let onSent: (() => void) | undefined

    /** Counts the bytes until they have left the process. */
    function send(text: string, done?: (error: Error | null | undefined) => void): void {
      const share = unsent.add(network, text.length)
      socket.send(text, (error) => {
        share.release()
        state.hasSent = true
        onSent?.()
        done?.(error)
      })
    }

    function sendMail(text: string, done: () => void): void {
      const unread = socket.bufferedAmount
      const isSlow = unread > SLOW_BYTES && unsent.isFull(network)
      // Its mail is kept: it gets all of it when it comes back.
      if (isSlow || unread > limits.bufferedBytes) drop(socket, 'slow')
      metrics.count('delivered')
      send(text, () => done())
    }

    async function nextPage(topics: readonly string[], after: number): Promise<UnreadPage> {
      while (isOpen()) {
        try {
          return await unreadMail({ reader, network, topics, after, limit: REPLAY_PAGE })
        } catch (error) {
          log({ level: 'warn', event: 'replay-retry', reason: failureName(error) })
          await pause(clock, RETRY_PAUSE_MS)
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
        unacknowledged: limits.unacknowledged,
        heldBytes: limits.bufferedBytes,
        onOverflow: () => drop(socket, 'unacknowledged'),
        send: sendMail,
      }),
    }

    function sendFault(id: RelayId, error: unknown): void {
      metrics.count('faults')
      const fault = toFault(error)
      if (fault !== error) log({ level: 'error', event: 'call-failed', reason: failureName(error) })
      send(encodeRelayError(id, fault.body()))
    }

    async function answer(id: RelayId, call: RelayCall, onLeft = () => {}): Promise<void> {
      const started = clock.now()
      try {
        const { result, onSent, release } = await methods(connection, call)
        if (publishedTexts(call).length > 0) {
          metrics.observePublish((clock.now() - started) / 1_000)
        }
        send(encodeRelayResult(id, result), (error) => {
          if (!error) onSent?.()
          onLeft()
        })
        release?.()
      } catch (error) {
        sendFault(id, error)
        onLeft()
      }
    }

    function track(work: Promise<void>): Promise<void> {
      const call = work.finally(() => state.calls.delete(call))
      state.calls.add(call)
      return call
    }

    /** One after the other: each answer is built when the one before has left. */
    function fetch(id: RelayId, call: RelayCall): void {
      waitingFetches += 1
      fetches = fetches.then(async () => {
        if (isOpen()) await new Promise<void>((resolve) => void answer(id, call, resolve))
        waitingFetches -= 1
      })
    }

    /** Starts a call; `wait` is in milliseconds, and the next call waits for `done` as well. */
    function start({ frame, bytes }: Received): { wait: number; done?: Promise<void> } {
      const calls = 1 + Math.floor(bytes / BYTES_PER_CALL)
      let wait = Math.max(ownCalls.take(calls, clock.now()) ?? 0, charges.calls(connection, calls))
      if (!frame) return { wait }
      try {
        const call = parseRelayCall(frame.method, frame.params)
        wait = Math.max(wait, charges.topics(connection, call))
        wait = Math.max(wait, charges.publish(connection, call))
        if (isFetch(call)) fetch(frame.id, call)
        else {
          const done = track(answer(frame.id, call))
          // Publications share a commit, and their answers are short.
          if (publishedTexts(call).length === 0) return { wait, done }
        }
      } catch (error) {
        sendFault(frame.id, error)
      }
      return { wait }
    }

    async function hasRead(): Promise<void> {
      while (isOpen() && socket.bufferedAmount > SLOW_BYTES) {
        await new Promise<void>((resolve) => {
          onSent = resolve
        })
      }
    }

    /** Calls in the order they came. While one has to wait nothing is read, which needs no error and no memory. */
    async function work(): Promise<void> {
      isWorking = true
      for (let next = inbox.shift(); next && isOpen(); next = inbox.shift()) {
        const { wait, done } = start(next)
        const isSlow = socket.bufferedAmount > SLOW_BYTES || waitingFetches >= WAITING_FETCHES
        if (wait === 0 && !done && !isSlow) continue
        socket.pause()
        await done
        if (wait > 0) await pause(clock, wait)
        await hasRead()
        if (waitingFetches >= WAITING_FETCHES) await fetches
        socket.resume()
      }
      isWorking = false
    }

    function enqueue(bytes: number, frame?: RelayRequestFrame): void {
      inbox.push({ frame, bytes })
      if (!isWorking) void work()
    }

    function read(data: RawData, isBinary: boolean): void {
      state.missedPings = 0
      try {
        if (isBinary) throw new RelayFault('payload', 'Serialization', 'The frame is not text.')
        const text = String(data)
        const frame = parseRelayFrame(text)
        // An acknowledgement is part of a delivery; one of nothing is a call like others.
        if (frame.kind === 'request') enqueue(text.length, frame)
        else if (!hub.acknowledge(connection, frame.id)) enqueue(text.length)
      } catch (error) {
        strayFrames += 1
        metrics.count('faults')
        if (strayFrames > STRAY_FRAMES) socket.close(1008, 'Frames are not JSON-RPC')
        else send(encodeRelayError(0, toFault(error).body()))
      }
    }

    open.add(state)
    hub.enter(connection)
    socket.on('message', read)
    // Every ping is answered with a pong that a client may refuse to read.
    socket.on('ping', ({ length }) => enqueue(length))
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
      onSent?.()
    })
  }

  return {
    accept,

    beat() {
      for (const state of open) {
        const { hasSent, hadUnread, socket } = state
        state.hasSent = false
        state.hadUnread = socket.bufferedAmount > 0
        if (hadUnread && state.hadUnread && !hasSent) {
          drop(socket, 'slow')
          continue
        }
        // A sender held back cannot be heard, so its silence says nothing.
        if (socket.isPaused) continue
        if (state.missedPings >= MISSED_PINGS) drop(socket, 'silent')
        else {
          state.missedPings += 1
          socket.ping()
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
