import { expect, test } from 'vitest'
import { createFakeClock } from '../../../../fixtures/fakeClock.js'
import { quietWhileFast } from './quietWhileFast.js'

function setUp() {
  const clock = createFakeClock(1_000)
  const scroller = Object.assign(new EventTarget(), { scrollTop: 0 })
  const marks = new Set<string>()
  const list = {
    setAttribute: (name: string) => marks.add(name),
    removeAttribute: (name: string) => marks.delete(name),
  }
  const stop = quietWhileFast(
    scroller as unknown as HTMLElement,
    list as unknown as HTMLElement,
    clock,
  )
  const scroll = async (by: number) => {
    await clock.advance(16)
    scroller.scrollTop += by
    scroller.dispatchEvent(new Event('scroll'))
  }
  return { clock, scroll, stop, isQuiet: () => marks.has('data-fast') }
}

test('the pointer rests while a list flies past, and counts again soon after', async () => {
  const { clock, scroll, isQuiet } = setUp()
  await scroll(2)
  expect(isQuiet()).toBe(false)
  for (let step = 0; step < 30; step++) await scroll(30)
  expect(isQuiet()).toBe(true)
  await clock.advance(199)
  await clock.advance(200)
  expect(isQuiet()).toBe(false)
  await scroll(-40)
  await scroll(-40)
  expect(isQuiet()).toBe(true)
})

test('a list that is gone is left alone', async () => {
  const { scroll, stop, isQuiet } = setUp()
  await scroll(40)
  stop()
  await scroll(40)
  expect(isQuiet()).toBe(false)
})
