import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import { createClock } from './createClock.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('sleeps for the given time', async () => {
  const clock = createClock()
  const start = clock.now()
  const woken = vi.fn()
  const sleeping = clock.sleep(1_000).then(woken)
  await vi.advanceTimersByTimeAsync(999)
  expect(woken).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await sleeping
  expect(clock.now() - start).toBe(1_000)
})

it('rejects with the reason when aborted before or during the sleep', async () => {
  const clock = createClock()
  const controller = new AbortController()
  const sleeping = clock.sleep(1_000, controller.signal)
  controller.abort(new Error('enough'))
  await expect(sleeping).rejects.toThrow('enough')
  await expect(clock.sleep(1_000, controller.signal)).rejects.toThrow('enough')
  expect(vi.getTimerCount()).toBe(0)
})

it('has a fake for tests that wakes sleepers in order', async () => {
  vi.useRealTimers()
  const clock = createFakeClock(0)
  const received: string[] = []
  const controller = new AbortController()
  void clock.sleep(20).then(() => received.push('late'))
  void clock.sleep(10).then(async () => {
    received.push('early')
    await clock.sleep(5)
    received.push(`again at ${clock.now()}`)
  })
  const cancelled = clock.sleep(1, controller.signal)
  controller.abort(new Error('enough'))
  await expect(cancelled).rejects.toThrow('enough')
  await clock.advance(19)
  expect(received).toEqual(['early', 'again at 15'])
  await clock.advance(1)
  expect(received).toEqual(['early', 'again at 15', 'late'])
  expect(clock.sleepers).toBe(0)
})
