import type { Clock } from '../clock.js'
import type { Limit } from '../deadline.js'
import { ApiError } from '../errors/ApiError.js'
import { createBuckets } from '../serving/buckets.js'
import { createQuota } from '../serving/quota.js'
import type { Rate } from './rates.js'

/** Memory and node responses of one request, counted against its network. */
export type RequestTraffic = {
  /** Throws an ApiError (429) while the network has used up its node response bytes. */
  checkNodeBytes(): void
  /** Counts a body before it is read. Throws an ApiError (429). */
  addBody(bytes: number): void
  /** A meter for node responses of at most `limit` bytes in total. */
  meter(limit: number): NodeMeter
  /** Call it when the caller has read the response or disconnected. */
  release(): void
}

export type NodeMeter = {
  /** Waits for a node call slot; call the result to free it. Throws an ApiError (429). */
  start(maxBytes: number, limit: Limit): Promise<() => void>
  /** Counts bytes as they arrive. Throws an ApiError above the limit. */
  add(bytes: number): void
}

export type Traffic = {
  open(network: string | undefined): RequestTraffic
  removeIdle(): void
}

/** Bytes of bodies and responses in memory. Parsing JSON takes several times as much. */
const inFlightLimits = { perClient: 16 * 1_048_576, total: 64 * 1_048_576 }
/** Concurrent node calls per network: its further calls wait, those of other networks do not. */
const nodeCallLimits = { perClient: 8, total: Number.POSITIVE_INFINITY }
/** A call whose response can be longer counts twice. */
const shortResponseBytes = 65_536
/** Memory that must be free before a node is called for a longer response. */
const longResponseBytes = inFlightLimits.perClient / 4
const busyRetrySeconds = 1

export function createTraffic(rpcBytes: Rate, clock: Clock): Traffic {
  const inFlight = createQuota(inFlightLimits)
  const nodeCalls = createQuota(nodeCallLimits)
  const responseBytes = createBuckets({ ...rpcBytes, overdraft: Number.POSITIVE_INFINITY })

  return {
    open(network) {
      const share = inFlight.add(network, 0)
      let isReleased = false

      function grow(bytes: number): void {
        if (!isReleased && share.grow(bytes)) return
        // It is rejected: what it holds must not make the others fail too.
        isReleased = true
        share.release()
        throw tooManyBytes(busyRetrySeconds)
      }

      function checkNodeBytes(): void {
        if (network === undefined) return
        const wait = responseBytes.get(network).debt(clock.now())
        if (wait > 0) throw tooManyBytes(Math.ceil(wait / 1_000))
      }

      return {
        checkNodeBytes,
        addBody: grow,
        meter(limit) {
          let remaining = limit
          return {
            async start(maxBytes, limit) {
              const isLong = maxBytes > shortResponseBytes
              const slots = isLong ? 2 : 1
              const free = nodeCalls.tryReserve(network, slots)
              const { release } =
                free ??
                (await nodeCalls.reserve(network, slots, limit).catch((cause) => {
                  throw tooManyCalls(cause)
                }))
              try {
                // Earlier calls in the queue may have used up the bytes.
                checkNodeBytes()
                if (isLong && !inFlight.canReserve(network, longResponseBytes)) {
                  throw tooManyBytes(busyRetrySeconds)
                }
                return release
              } catch (error) {
                release()
                throw error
              }
            },
            add(bytes) {
              remaining -= bytes
              if (network !== undefined) responseBytes.get(network).take(bytes, clock.now())
              if (remaining < 0) {
                throw new ApiError(
                  413,
                  'body',
                  `The responses exceed ${limit} bytes; request less.`,
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
    removeIdle() {
      responseBytes.removeFull(clock.now())
    },
  }
}

function tooManyCalls(cause: unknown): ApiError {
  const text = `Too many calls at once; try again in ${busyRetrySeconds} s.`
  return new ApiError(429, 'rate_limited', text, { retryAfter: busyRetrySeconds, cause })
}

function tooManyBytes(retryAfter: number): ApiError {
  const text = `Too many bytes at once; try again in ${retryAfter} s.`
  return new ApiError(429, 'rate_limited', text, { retryAfter })
}
