import { describe, expect, test } from 'vitest'
import { createGuard, type Guard, type Press, restTime } from './guard.js'

const context = { isTrusted: true, x: 10, y: 10, layout: 'a' } as const
const mouse: Press = { ...context, by: 'mouse' }
const key: Press = { ...context, by: 'keyboard' }

function setUp(mustBeVisible = true) {
  let time = 1_000
  const guard = createGuard({ now: () => time, mustBeVisible })
  return { guard, pass: (milliseconds: number) => (time += milliseconds) }
}

function click(guard: Guard, press: Press = mouse, release: Press = press): boolean {
  guard.press(press)
  return guard.release(release)
}

describe('createGuard', () => {
  test('accepts each press once, after everything is at rest', () => {
    const { guard, pass } = setUp()
    guard.saw(true)
    pass(restTime - 1)
    expect(click(guard)).toBe(false)
    pass(1)
    expect(click(guard)).toBe(true)
    expect(guard.release(mouse)).toBe(false)
  })

  test('rejects presses while the card is hidden, or visible only from time to time', () => {
    const { guard, pass } = setUp()
    pass(10_000)
    expect(click(guard)).toBe(false)
    for (let round = 0; round < 20; round++) {
      guard.saw(true)
      pass(restTime - 1)
      guard.saw(false)
      expect(click(guard)).toBe(false)
    }
    guard.saw(true)
    pass(restTime)
    guard.press(mouse)
    guard.saw(false)
    guard.saw(true)
    expect(guard.release(mouse)).toBe(false)
    pass(restTime)
    guard.press(mouse)
    guard.changed()
    expect(guard.release(mouse)).toBe(false)
  })

  test.each<[string, (guard: Guard) => void]>([
    ['a change', (guard) => guard.changed()],
    ['a gain of focus', (guard) => guard.focused()],
    ['the frame coming under the pointer', (guard) => guard.pointerEntered()],
  ])('rests after %s', (_, disturb) => {
    const { guard, pass } = setUp()
    guard.saw(true)
    pass(5_000)
    disturb(guard)
    pass(200)
    expect(click(guard)).toBe(false)
    pass(restTime)
    expect(click(guard)).toBe(true)
  })

  test('rejects untrusted events, held keys, drags and moved layouts', () => {
    const { guard, pass } = setUp()
    guard.saw(true)
    pass(5_000)
    expect(click(guard, { ...mouse, isTrusted: false })).toBe(false)
    expect(click(guard, mouse, { ...mouse, isTrusted: false })).toBe(false)
    expect(click(guard, { ...key, isRepeat: true })).toBe(false)
    expect(click(guard, { ...key, isRepeat: true }, key)).toBe(false)
    expect(click(guard, mouse, { ...mouse, layout: 'b' })).toBe(false)
    expect(click(guard, mouse, { ...mouse, x: 80 })).toBe(false)
    expect(click(guard, key, mouse)).toBe(false)
    expect(guard.release(mouse)).toBe(false)
    expect(click(guard, key)).toBe(true)
  })

  test('accepts a press that gives the frame its focus', () => {
    const { guard, pass } = setUp()
    guard.saw(true)
    pass(5_000)
    guard.press(mouse)
    guard.focused()
    expect(guard.release(mouse)).toBe(true)
    pass(5_000)
    guard.focused()
    pass(20)
    expect(click(guard)).toBe(true)
    guard.focused()
    pass(20)
    expect(click(guard, key)).toBe(false)
    guard.focused()
    pass(100)
    expect(click(guard)).toBe(false)
  })

  test('needs the same rest but no visibility in a separate window', () => {
    const { guard, pass } = setUp(false)
    expect(click(guard)).toBe(false)
    pass(restTime)
    guard.saw(false)
    expect(click(guard)).toBe(true)
  })

  test('rejects 1,000 double clicks and held keys around the time a card appears', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    let taken = 0
    for (let trace = 0; trace < 1_000; trace++) {
      const { guard, pass } = setUp(random(2) === 0)
      guard.saw(true)
      let spent = 0
      const held = random(2) === 0
      // All of it happens within the rest time after the card appears or changes.
      while (spent < restTime - 60) {
        const step = random(60)
        pass(step)
        spent += step
        const isKey = random(2) === 0
        if (random(6) === 0) guard.focused()
        if (random(6) === 0) guard.pointerEntered()
        if (random(6) === 0) {
          guard.changed()
          spent = 0
        }
        if (click(guard, { ...(isKey ? key : mouse), isRepeat: isKey && held })) taken++
        if (random(40) === 0) break
      }
      // A key held longer than the rest time only repeats.
      pass(restTime)
      if (held && click(guard, { ...key, isRepeat: true })) taken++
    }
    expect(taken).toBe(0)
  })
})
