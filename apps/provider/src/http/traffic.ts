import type { Clock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import { createBuckets } from '../serving/buckets.js'
import { createShares } from '../serving/shares.js'
import type { Rate } from './rates.js'

/** What one request holds in memory and requests from nodes, counted against its network. */
export interface RequestTraffic {
  /** Throws an ApiError (429) while the network has used up its bytes of node responses. */
  checkNodeBytes(): void
  /** Counts a body before it is read. Throws an ApiError (429). */
  addBody(bytes: number): void
  /** For node responses that together may have so many bytes. */
  meter(limit: number): NodeMeter
  /** Call it when the caller has read the answer or is gone. */
  release(): void
}

export interface NodeMeter {
  /**
   * Waits until the network may call a node whose answer has at most so many bytes. The result ends the
   * call. Throws an ApiError (429).
   */
  start(mostBytes: number, signal: AbortSignal): Promise<() => void>
  /** Counts bytes as they arrive. Throws an ApiError when they are too many; nothing more is read then. */
  add(bytes: number): void
}

export interface Traffic {
  open(network: string | undefined): RequestTraffic
  forgetQuiet(): void
}

/** Bodies and answers in memory, of one network and of all. Reading and writing JSON takes several times as much. */
const IN_FLIGHT = { perHolder: 16 * 1_048_576, total: 64 * 1_048_576 }
/** Calls of one network at the nodes at once: its further calls wait, so those of others need not. */
const NODE_CALLS = { perHolder: 8, total: Number.POSITIVE_INFINITY }
/** A call whose answer can be longer counts twice. */
const SHORT_ANSWER = 65_536
/** Room for a longer one. Without it no node is called: the answer would be made and thrown away. */
const LONG_ANSWER_ROOM = IN_FLIGHT.perHolder / 4
const BUSY_SECONDS = 1

export function createTraffic(rpcBytes: Rate, clock: Clock): Traffic {
  const inFlight = createShares(IN_FLIGHT)
  const nodeCalls = createShares(NODE_CALLS)
  const answered = createBuckets({ ...rpcBytes, overdraft: Number.POSITIVE_INFINITY })

  return {
    open(network) {
      const share = inFlight.add(network, 0)
      let isReleased = false

      function grow(bytes: number): void {
        if (isReleased || !share.grow(bytes)) throw tooManyBytes(BUSY_SECONDS)
      }

      function checkNodeBytes(): void {
        if (network === undefined) return
        const wait = answered.of(network).debt(clock.now())
        if (wait > 0) throw tooManyBytes(Math.ceil(wait / 1_000))
      }

      return {
        checkNodeBytes,
        addBody: grow,
        meter(limit) {
          let left = limit
          return {
            async start(mostBytes, signal) {
              const isLong = mostBytes > SHORT_ANSWER
              const slots = isLong ? 2 : 1
              const { release } = await nodeCalls.take(network, slots, signal).catch((cause) => {
                throw tooManyCalls(cause)
              })
              try {
                // Calls before it in the queue may have used up the bytes.
                checkNodeBytes()
                if (isLong && !inFlight.hasRoom(network, LONG_ANSWER_ROOM)) {
                  throw tooManyBytes(BUSY_SECONDS)
                }
                return release
              } catch (error) {
                release()
                throw error
              }
            },
            add(bytes) {
              left -= bytes
              if (network !== undefined) answered.of(network).take(bytes, clock.now())
              if (left < 0) {
                throw new ApiError(
                  413,
                  'body',
                  `The answers are larger than ${limit} bytes; ask for less.`,
                )
              }
              grow(bytes)
            },
          }
        },
        release() {
          isReleased = true
          share.release()
        },
      }
    },
    forgetQuiet() {
      answered.forgetFull(clock.now())
    },
  }
}

function tooManyCalls(cause: unknown): ApiError {
  const text = `Too many calls at once; try again in ${BUSY_SECONDS} s.`
  return new ApiError(429, 'rate_limited', text, { retryAfter: BUSY_SECONDS, cause })
}

function tooManyBytes(retryAfter: number): ApiError {
  const text = `Too many bytes at once; try again in ${retryAfter} s.`
  return new ApiError(429, 'rate_limited', text, { retryAfter })
}
