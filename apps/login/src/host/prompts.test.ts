import { describe, expect, test } from 'vitest'
import { LoginFault } from '../loginFault.js'
import { createMemoryStore } from '../session/memoryStore.js'
import { openPrompts } from './prompts.js'

const never = new AbortController().signal

async function prompts(store = createMemoryStore(), clock = { now: 1_000_000 }) {
  const { take, block } = await openPrompts({ store, scope: 'shop', now: () => clock.now })
  const shown: (() => void)[] = []
  const ends: string[] = []
  const ask = (signal = never) => {
    const name = (error: unknown) => (error instanceof LoginFault ? error.failure.code : 'other')
    take(signal, () => new Promise<void>((resolve) => shown.push(resolve))).then(
      () => ends.push('shown'),
      (error) => ends.push(name(error) ?? 'other'),
    )
  }
  return { store, clock, ask, block, shown, ends, settled: () => new Promise(setImmediate) }
}

describe('confirmations', () => {
  test('a thousand at once: one is shown, five wait, the rest are told', async () => {
    const { ask, shown, ends, settled } = await prompts()
    for (let turn = 0; turn < 1_000; turn += 1) ask()
    await settled()
    expect(shown).toHaveLength(1)
    expect(ends).toEqual(Array(994).fill('busy'))
    for (let turn = 0; turn < 6; turn += 1) {
      expect(shown).toHaveLength(turn + 1)
      shown[turn]?.()
      await settled()
    }
    expect(ends.slice(994)).toEqual(Array(6).fill('shown'))
  })

  test('whoever reads the first learns of those that come after it, and of those that leave', async () => {
    const { take } = await openPrompts({ store: createMemoryStore(), scope: 'shop', now: () => 0 })
    const counts: number[] = []
    let answer = () => {}
    const first = take(never, ({ waiting }) => {
      waiting.watch(() => counts.push(waiting.count()))
      return new Promise<void>((resolve) => {
        answer = resolve
      })
    })
    const off = new AbortController()
    const second = take(never, async () => undefined)
    const third = take(off.signal, async () => undefined).catch(() => undefined)
    off.abort()
    answer()
    await Promise.all([first, second, third])
    expect(counts.slice(0, 4)).toEqual([1, 2, 1, 0])
  })

  test('more than ten in a minute: the site waits for one', async () => {
    const { clock, ask, shown, ends, settled } = await prompts()
    const one = async () => {
      const before = shown.length
      ask()
      await settled()
      shown[before]?.()
      await settled()
    }
    for (let turn = 0; turn < 12; turn += 1) await one()
    expect(ends).toEqual([...Array(10).fill('shown'), 'too-many', 'too-many'])
    clock.now += 59_000
    await one()
    expect(ends.at(-1)).toBe('too-many')
    clock.now += 1_001
    await one()
    expect(ends.at(-1)).toBe('shown')
  })

  test('a frame that is loaded anew goes on counting', async () => {
    const { store, clock, ask, shown, settled } = await prompts()
    for (let turn = 0; turn < 9; turn += 1) {
      ask()
      await settled()
      shown[turn]?.()
      await settled()
    }
    const fresh = await prompts(store, clock)
    fresh.ask()
    fresh.ask()
    await settled()
    expect(fresh.shown).toHaveLength(1)
    expect(fresh.ends).toEqual(['too-many'])
  })

  test('one called off while it waits gives its place to the next', async () => {
    const { ask, shown, ends, settled } = await prompts()
    const off = new AbortController()
    ask()
    ask(off.signal)
    ask()
    off.abort(new LoginFault({ code: 'aborted', message: 'Request was aborted' }))
    await settled()
    expect(ends).toEqual(['aborted'])
    shown[0]?.()
    await settled()
    expect(shown).toHaveLength(2)
  })

  test('a person who has had enough is left alone', async () => {
    const { store, clock, ask, block, shown, ends, settled } = await prompts()
    for (let turn = 0; turn < 3; turn += 1) ask()
    await settled()
    block()
    ask()
    await settled()
    expect(ends.sort()).toEqual(['rejected', 'rejected', 'too-many'])
    expect(shown).toHaveLength(1)
    // A page that loads the frame anew gains nothing by it.
    const fresh = await prompts(store, clock)
    fresh.ask()
    await settled()
    expect(fresh.ends).toEqual(['too-many'])
  })
})
