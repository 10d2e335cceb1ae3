import { expect, it } from 'vitest'
import { createManualClock } from '../testing/manualClock.js'
import { createCache } from './createCache.js'

function createLater() {
  let finish = (_: string) => {}
  const reading = new Promise<string>((resolve) => {
    finish = resolve
  })
  return { read: () => reading, finish: (value: string) => finish(value) }
}

it('reads once for concurrent callers, and again after its lifetime', async () => {
  const clock = createManualClock()
  const memory = createCache<number>(clock, { lifetime: 1_000, size: 10 })
  let count = 0
  const read = async () => (count += 1)
  expect(await Promise.all([memory.get('a', read), memory.get('a', read)])).toEqual([1, 1])
  clock.advance(999)
  expect(await memory.get('a', read)).toBe(1)
  clock.advance(2)
  expect(await memory.get('a', read)).toBe(2)
})

it('does not cache a failed read', async () => {
  const memory = createCache<string>(createManualClock(), { lifetime: 1_000, size: 10 })
  await expect(memory.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await memory.get('a', async () => 'well')).toBe('well')
})

it('ignores a pending read after a newer value was set', async () => {
  const memory = createCache<string>(createManualClock(), { lifetime: 1_000, size: 10 })
  const later = createLater()
  const reading = memory.get('a', later.read)
  memory.set('a', 'new')
  later.finish('old')
  expect(await reading).toBe('old')
  expect(memory.peek('a')).toBe('new')
})

it('removes the oldest entry above its size', () => {
  const memory = createCache<string>(createManualClock(), { lifetime: 1_000, size: 2 })
  for (const key of ['a', 'b', 'c']) memory.set(key, key)
  expect(['a', 'b', 'c'].map((key) => memory.peek(key))).toEqual([undefined, 'b', 'c'])
})
