import { BATCH_LIMIT, MAX_MESSAGE_BYTES } from '@latchkey/wire/relay/methods'

/** What one client, network or topic may use. Every figure can be set by the operator. */
export interface RelayLimits {
  readonly messageBytes: number
  readonly topicsPerClient: number
  readonly socketsPerClient: number
  readonly socketsPerNetwork: number
  readonly connectsPerMinute: number
  readonly connectBurst: number
  readonly publishesPerSecond: number
  readonly publishBurst: number
  readonly callsPerSecond: number
  readonly callBurst: number
  readonly mailboxMessages: number
  readonly mailboxBytes: number
  /** Deliveries one socket may leave unacknowledged. */
  readonly unacknowledged: number
  /** Bytes the relay keeps for one socket that does not read. */
  readonly bufferedBytes: number
}

export const DEFAULT_LIMITS: RelayLimits = {
  messageBytes: MAX_MESSAGE_BYTES,
  topicsPerClient: BATCH_LIMIT,
  socketsPerClient: 16,
  socketsPerNetwork: 200,
  connectsPerMinute: 20,
  connectBurst: 60,
  publishesPerSecond: 20,
  publishBurst: 60,
  callsPerSecond: 100,
  callBurst: 500,
  mailboxMessages: 500,
  mailboxBytes: 5 * 1_048_576,
  unacknowledged: 1_000,
  bufferedBytes: 8 * 1_048_576,
}

/** Longest attestation passed on; peers send a token of a few hundred characters. */
export const ATTESTATION_BYTES = 4_096

/**
 * Publications taken beyond the burst while the sender is held back: what one read from the network
 * can hold in small frames, and one full batch.
 */
export const PUBLISH_OVERDRAFT = BATCH_LIMIT

/** A frame holds at most two messages of full size (an approval) and what surrounds them. */
export function frameBytes(limits: RelayLimits): number {
  return limits.messageBytes * 2 + 65_536
}

/**
 * A token bucket that may be overdrawn: the caller holds the sender back by the wait it is told,
 * instead of answering an error, which peers take for a failure and stall on.
 */
export interface Bucket {
  /** Milliseconds to hold the sender back; undefined when the bucket refuses. */
  take(count: number, now: number): number | undefined
  /** Milliseconds until `count` would be taken. */
  retryAfter(count: number, now: number): number
  isFull(now: number): boolean
}

export interface BucketSize {
  readonly perSecond: number
  readonly burst: number
  readonly overdraft: number
}

export function createBucket({ perSecond, burst, overdraft }: BucketSize): Bucket {
  let level = burst
  let at = Number.NEGATIVE_INFINITY
  const refill = (now: number) => {
    if (now > at) level = Math.min(burst, level + ((now - at) / 1_000) * perSecond)
    at = Math.max(at, now)
  }
  const waitFor = (missing: number) => Math.ceil((Math.max(0, missing) / perSecond) * 1_000)
  return {
    take(count, now) {
      refill(now)
      if (level - count < -overdraft) return undefined
      level -= count
      return waitFor(-level)
    },
    retryAfter(count, now) {
      refill(now)
      return waitFor(Math.min(count - overdraft, burst) - level)
    },
    isFull(now) {
      refill(now)
      return level >= burst
    },
  }
}

/** Buckets by key; full ones are forgotten, because a new bucket is full as well. */
export interface Buckets {
  of(key: string): Bucket
  forgetFull(now: number): void
}

export function createBuckets(size: BucketSize): Buckets {
  const buckets = new Map<string, Bucket>()
  return {
    of(key) {
      const known = buckets.get(key)
      if (known) return known
      const bucket = createBucket(size)
      buckets.set(key, bucket)
      return bucket
    },
    forgetFull(now) {
      for (const [key, bucket] of buckets) if (bucket.isFull(now)) buckets.delete(key)
    },
  }
}
