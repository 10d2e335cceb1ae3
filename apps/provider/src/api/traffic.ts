import type { Clock } from '../clock.js'
import { createBuckets } from '../serving/buckets.js'
import { createShares } from '../serving/shares.js'
import { Refusal } from './Refusal.js'
import type { Rate } from './rates.js'

/** What one request holds in memory and makes others send, counted against its network. */
export interface RequestTraffic {
  /** Counts a body before it is read. Throws a Refusal (429). */
  addBody(bytes: number): void
  /** For answers of nodes that together may have so many bytes. */
  meter(limit: number): ByteMeter
  /** To be called when the answer has been read by the caller, or never will be. */
  release(): void
}

export interface ByteMeter {
  /** Throws a Refusal (429) when the network has used up its bytes. */
  check(): void
  /** Counts bytes as they arrive. Throws a Refusal when they are too many; nothing more is read then. */
  add(bytes: number): void
}

export interface Traffic {
  open(network: string | undefined): RequestTraffic
  forgetQuiet(): void
}

/** Bodies and answers in memory, of one network and of all. Reading and writing JSON takes several times as much. */
const IN_FLIGHT = { perHolder: 16 * 1_048_576, total: 64 * 1_048_576 }
const BUSY_SECONDS = 1

export function createTraffic(rpcBytes: Rate, clock: Clock): Traffic {
  const inFlight = createShares(IN_FLIGHT)
  const answered = createBuckets({ ...rpcBytes, overdraft: Number.POSITIVE_INFINITY })

  return {
    open(network) {
      const share = inFlight.add(network, 0)
      let isReleased = false

      function grow(bytes: number): void {
        if (isReleased || !share.grow(bytes)) throw tooManyBytes(BUSY_SECONDS)
      }

      return {
        addBody: grow,
        meter(limit) {
          let left = limit
          return {
            check() {
              if (network === undefined) return
              const wait = answered.of(network).debt(clock.now())
              if (wait > 0) throw tooManyBytes(Math.ceil(wait / 1_000))
            },
            add(bytes) {
              left -= bytes
              if (network !== undefined) answered.of(network).take(bytes, clock.now())
              if (left < 0) {
                throw new Refusal(
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

function tooManyBytes(retryAfter: number): Refusal {
  const text = `Too many bytes at once; try again in ${retryAfter} s.`
  return new Refusal(429, 'rate_limited', text, { retryAfter })
}
