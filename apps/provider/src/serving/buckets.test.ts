import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBucket, createBuckets } from './buckets.js'

describe('a bucket', () => {
  it('allows a burst, then delays, then rejects, then recovers', () => {
    const bucket = createBucket({ perSecond: 2, burst: 3, overdraft: 2 })
    expect([1, 2, 3].map(() => bucket.take(1, 0))).toEqual([0, 0, 0])
    expect([4, 5].map(() => bucket.take(1, 0))).toEqual([500, 1_000])
    expect(bucket.take(1, 0)).toBeUndefined()
    expect(bucket.retryAfter(1, 0)).toBe(500)
    expect(bucket.take(1, 500)).toBe(1_000)
    expect(bucket.isFull(2_000)).toBe(false)
    expect(bucket.isFull(3_000)).toBe(true)
  })

  it('never exceeds its rate and burst', () => {
    const steps = fc.array(
      fc.record({
        pause: fc.integer({ min: -500, max: 2_000 }),
        count: fc.integer({ min: 1, max: 5 }),
      }),
    )
    fc.assert(
      fc.property(steps, (given) => {
        const bucket = createBucket({ perSecond: 4, burst: 6, overdraft: 0 })
        bucket.isFull(0)
        let now = 0
        let latest = 0
        let granted = 0
        for (const { pause, count } of given) {
          now += pause
          latest = Math.max(latest, now)
          if (bucket.take(count, now) !== undefined) granted += count
        }
        expect(granted).toBeLessThanOrEqual(6 + (latest / 1_000) * 4 + 1e-6)
      }),
    )
  })

  it('accepts a rejected amount after its retry time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (used, count) => {
        const bucket = createBucket({ perSecond: 3, burst: 10, overdraft: 0 })
        bucket.take(used, 0)
        expect(bucket.take(count, bucket.retryAfter(count, 0))).toBeDefined()
      }),
    )
  })
})

describe('buckets by key', () => {
  it('are separate, and removed when full', () => {
    const buckets = createBuckets({ perSecond: 1, burst: 1, overdraft: 0 })
    expect(buckets.get('a').take(1, 0)).toBe(0)
    expect(buckets.get('a').take(1, 0)).toBeUndefined()
    expect(buckets.get('b').take(1, 0)).toBe(0)
    buckets.removeFull(500)
    expect(buckets.get('a').take(1, 500)).toBeUndefined()
    buckets.removeFull(5_000)
    expect(buckets.get('a').take(1, 5_000)).toBe(0)
  })
})
