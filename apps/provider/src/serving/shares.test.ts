import { describe, expect, it } from 'vitest'
import { createShares } from './shares.js'

describe('shares', () => {
  it('bounds each holder and all together', () => {
    const shares = createShares({ perHolder: 10, total: 15 })
    const first = shares.tryTake('a', 8)
    expect(shares.tryTake('a', 3)).toBeUndefined()
    expect(shares.tryTake('b', 7)).toBeDefined()
    expect(shares.tryTake('c', 1)).toBeUndefined()
    expect(shares.isFull('c')).toBe(true)
    first?.release()
    first?.release()
    expect(shares.used).toBe(7)
    expect(shares.tryTake('c', 8)).toBeDefined()
  })

  it('counts a holder without a name against the total only', () => {
    const shares = createShares({ perHolder: 2, total: 10 })
    expect(shares.tryTake(undefined, 6)).toBeDefined()
    expect(shares.tryTake(undefined, 4)).toBeDefined()
    expect(shares.tryTake(undefined, 1)).toBeUndefined()
  })

  it('lets one pass that is larger than the limit alone', () => {
    const shares = createShares({ perHolder: 2, total: 3 })
    const large = shares.tryTake('a', 50)
    expect(large).toBeDefined()
    expect(shares.tryTake('b', 1)).toBeUndefined()
    large?.release()
    expect(shares.tryTake('b', 1)).toBeDefined()
  })

  it('grows within the limits only', () => {
    const shares = createShares({ perHolder: 10, total: 10 })
    const share = shares.tryTake('a', 4)
    expect(share?.grow(6)).toBe(true)
    expect(share?.grow(1)).toBe(false)
    expect(shares.used).toBe(10)
    share?.release()
    expect(shares.used).toBe(0)
  })

  it('serves those who wait in order, past those whose own limit is used up', async () => {
    const shares = createShares({ perHolder: 4, total: 8 })
    const held = [await shares.take('a', 4), await shares.take('b', 4)]
    const order: string[] = []
    const waits = ['a', 'b', 'c'].map(async (holder) => {
      await shares.take(holder, 4)
      order.push(holder)
    })
    held[1]?.release()
    await waits[1]
    expect(order).toEqual(['b'])
    held[0]?.release()
    await waits[0]
    expect(order).toEqual(['b', 'a'])
    expect(shares.used).toBe(8)
  })

  it('adds what is in memory already, beyond the limits', () => {
    const shares = createShares({ perHolder: 4, total: 100 })
    const share = shares.add('a', 9)
    expect([shares.isFull('a'), shares.isFull('b'), shares.used]).toEqual([true, false, 9])
    share.release()
    expect(shares.isFull('a')).toBe(false)
  })

  it('forgets who stops waiting', async () => {
    const shares = createShares({ perHolder: 1, total: 10 })
    const held = await shares.take('a', 1)
    const leaving = new AbortController()
    const left = shares.take('a', 1, leaving.signal)
    const stayed = shares.take('a', 1)
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    held.release()
    ;(await stayed).release()
    expect(shares.used).toBe(0)
    await expect(shares.take('b', 1, leaving.signal)).rejects.toThrow('gone')
    expect(shares.used).toBe(0)
  })
})
