/**
 * A token bucket that may be overdrawn: the caller delays the sender instead of sending an error,
 * because peers treat an error as a failure and stall.
 */
export type Bucket = {
  /** Milliseconds to delay the sender; undefined when the bucket has too few tokens. */
  take(count: number, now: number): number | undefined
  /** The result of `take`, without taking. */
  wouldTake(count: number, now: number): number | undefined
  /** Milliseconds until the bucket is no longer overdrawn. */
  debt(now: number): number
  /** Milliseconds until `count` can be taken. */
  retryAfter(count: number, now: number): number
  isFull(now: number): boolean
}

export type BucketSize = {
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
  function wouldTake(count: number, now: number): number | undefined {
    refill(now)
    return level - count < -overdraft ? undefined : waitFor(count - level)
  }
  return {
    wouldTake,
    take(count, now) {
      const wait = wouldTake(count, now)
      if (wait !== undefined) level -= count
      return wait
    },
    debt(now) {
      refill(now)
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

/** Buckets by key. Full ones can be removed, because a new bucket is full too. */
export type Buckets = {
  /** `size` applies when the key is new. */
  get(key: string, size?: BucketSize): Bucket
  removeFull(now: number): void
}

export function createBuckets(size: BucketSize): Buckets {
  const buckets = new Map<string, Bucket>()
  return {
    get(key, bucketSize = size) {
      const known = buckets.get(key)
      if (known) return known
      const bucket = createBucket(bucketSize)
      buckets.set(key, bucket)
      return bucket
    },
    removeFull(now) {
      for (const [key, bucket] of buckets) if (bucket.isFull(now)) buckets.delete(key)
    },
  }
}
