import { describe, expect, it } from 'vitest'
import { createQuota } from './quota.js'

describe('quota', () => {
  it('limits each client and the total', () => {
    const quota = createQuota({ perClient: 10, total: 15 })
    const first = quota.tryReserve('a', 8)
    expect(quota.tryReserve('a', 3)).toBeUndefined()
    expect(quota.tryReserve('b', 7)).toBeDefined()
    expect(quota.tryReserve('c', 1)).toBeUndefined()
    expect(quota.isFull('c')).toBe(true)
    first?.release()
    first?.release()
    expect(quota.used).toBe(7)
    expect(quota.tryReserve('c', 8)).toBeDefined()
  })

  it('counts an undefined client against the total only', () => {
    const quota = createQuota({ perClient: 2, total: 10 })
    expect(quota.tryReserve(undefined, 6)).toBeDefined()
    expect(quota.tryReserve(undefined, 4)).toBeDefined()
    expect(quota.tryReserve(undefined, 1)).toBeUndefined()
  })

  it('accepts an amount above the limit when nothing is in use', () => {
    const quota = createQuota({ perClient: 2, total: 3 })
    const large = quota.tryReserve('a', 50)
    expect(large).toBeDefined()
    expect(quota.tryReserve('b', 1)).toBeUndefined()
    large?.release()
    expect(quota.tryReserve('b', 1)).toBeDefined()
  })

  it('grows within the limits only', () => {
    const quota = createQuota({ perClient: 10, total: 10 })
    const share = quota.tryReserve('a', 4)
    expect(share?.grow(6)).toBe(true)
    expect(share?.grow(1)).toBe(false)
    expect(quota.used).toBe(10)
    share?.release()
    expect(quota.used).toBe(0)
  })

  it('serves waiting clients in order, skipping those at their limit', async () => {
    const quota = createQuota({ perClient: 4, total: 8 })
    const held = [await quota.reserve('a', 4), await quota.reserve('b', 4)]
    const order: string[] = []
    const waits = ['a', 'b', 'c'].map(async (holder) => {
      await quota.reserve(holder, 4)
      order.push(holder)
    })
    held[1]?.release()
    await waits[1]
    expect(order).toEqual(['b'])
    held[0]?.release()
    await waits[0]
    expect(order).toEqual(['b', 'a'])
    expect(quota.used).toBe(8)
  })

  it('adds beyond the limits', () => {
    const quota = createQuota({ perClient: 4, total: 100 })
    const share = quota.add('a', 9)
    expect([quota.isFull('a'), quota.isFull('b'), quota.used]).toEqual([true, false, 9])
    share.release()
    expect(quota.isFull('a')).toBe(false)
  })

  it('removes a waiting client when its signal aborts', async () => {
    const quota = createQuota({ perClient: 1, total: 10 })
    const held = await quota.reserve('a', 1)
    const leaving = new AbortController()
    const left = quota.reserve('a', 1, leaving.signal)
    const stayed = quota.reserve('a', 1)
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    held.release()
    ;(await stayed).release()
    expect(quota.used).toBe(0)
    await expect(quota.reserve('b', 1, leaving.signal)).rejects.toThrow('gone')
    expect(quota.used).toBe(0)
  })
})
