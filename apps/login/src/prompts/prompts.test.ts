import { describe, expect, test, vi } from 'vitest'
import { openTestChannels } from '../../fixtures/testFrame.js'
import { LoginError } from '../loginError.js'
import { createMemoryStore } from '../session/store.js'
import { createMemoryLocks, openLocks } from './locks.js'
import { createPrompts } from './prompts.js'

const never = new AbortController().signal
const shop = 'https://shop.test'

/** A browser: what the frames of one site share. */
const openBrowser = () => ({
  store: createMemoryStore(),
  locks: createMemoryLocks(),
  openChannel: openTestChannels(),
  clock: { now: 1_000_000 },
})

function openPrompts(browser = openBrowser(), origin = shop) {
  const { store, locks, openChannel, clock } = browser
  const channel = openChannel(`prompts ${origin}`)
  const { take, block } = createPrompts({ store, origin, locks, channel, now: () => clock.now })
  const shown: (() => void)[] = []
  const ends: string[] = []
  const prompt = (signal = never) => {
    const name = (error: unknown) => (error instanceof LoginError ? error.failure.code : 'other')
    take(signal, () => new Promise<void>((resolve) => shown.push(resolve))).then(
      () => ends.push('shown'),
      (error) => ends.push(name(error) ?? 'other'),
    )
  }
  /** Requests a confirmation and answers it when shown; rejects if it is not admitted. */
  const promptAndClose = async () => {
    const [before, ended] = [shown.length, ends.length]
    prompt()
    await until(() => shown.length > before || ends.length > ended)
    shown[before]?.()
    await until(() => ends.length > ended)
    return ends.at(-1)
  }
  return { browser, take, prompt, promptAndClose, block, shown, ends }
}

const until = (condition: () => boolean) => vi.waitUntil(condition, { interval: 1 })
/** Long enough for pending work to happen. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}

describe('confirmations', () => {
  test('shows one of a thousand, queues five and rejects the rest', async () => {
    const { prompt, shown, ends } = openPrompts()
    for (let turn = 0; turn < 1_000; turn += 1) prompt()
    await until(() => shown.length === 1 && ends.length === 994)
    expect(ends).toEqual(Array(994).fill('busy'))
    for (let turn = 0; turn < 6; turn += 1) {
      await until(() => shown.length > turn)
      expect(shown).toHaveLength(turn + 1)
      shown[turn]?.()
    }
    await until(() => ends.length === 1_000)
    expect(ends.slice(994)).toEqual(Array(6).fill('shown'))
  })

  test('counts the requests waiting behind the shown one', async () => {
    const { take } = openPrompts()
    const counts: number[] = []
    let close = () => {}
    const first = take(never, ({ waiting }) => {
      waiting.watch(() => counts.push(waiting.count()))
      return new Promise<void>((resolve) => {
        close = resolve
      })
    })
    await settled()
    const off = new AbortController()
    const second = take(never, async () => undefined)
    await until(() => counts.at(-1) === 1)
    const third = take(off.signal, async () => undefined).catch(() => undefined)
    await until(() => counts.at(-1) === 2)
    off.abort()
    await until(() => counts.at(-1) === 1)
    close()
    await Promise.all([first, second, third])
    await until(() => counts.at(-1) === 0)
  })

  test('pauses a site that asks more than ten times a minute', async () => {
    const { browser, promptAndClose, ends } = openPrompts()
    for (let turn = 0; turn < 12; turn += 1) await promptAndClose()
    expect(ends).toEqual([...Array(10).fill('shown'), 'too-many', 'too-many'])
    browser.clock.now += 59_000
    expect(await promptAndClose()).toBe('too-many')
    browser.clock.now += 1_001
    expect(await promptAndClose()).toBe('shown')
  })

  test('shows the next request when one is cancelled', async () => {
    const { prompt, shown, ends } = openPrompts()
    const off = new AbortController()
    prompt()
    await until(() => shown.length === 1)
    prompt(off.signal)
    prompt()
    await settled()
    off.abort(new LoginError({ code: 'aborted', message: 'Request was aborted' }))
    await until(() => ends.length === 1)
    expect(ends).toEqual(['aborted'])
    shown[0]?.()
    await until(() => shown.length === 2)
  })

  test('rejects waiting requests, and new ones for a minute, when a site is blocked', async () => {
    const { browser, prompt, promptAndClose, block, shown, ends } = openPrompts()
    for (let turn = 0; turn < 3; turn += 1) prompt()
    await until(() => shown.length === 1)
    await settled()
    block()
    prompt()
    await until(() => ends.length === 3)
    expect(ends.sort()).toEqual(['rejected', 'rejected', 'too-many'])
    expect(shown).toHaveLength(1)
    expect(await openPrompts(browser).promptAndClose()).toBe('too-many')
    browser.clock.now += 60_001
    shown[0]?.()
    expect(await promptAndClose()).toBe('shown')
  })
})

describe('frames of one site', () => {
  test('show one request at a time and queue five together', async () => {
    const browser = openBrowser()
    const frames = Array.from({ length: 5 }, () => openPrompts(browser))
    for (const { prompt } of frames) for (let turn = 0; turn < 4; turn += 1) prompt()
    const shown = () => frames.flatMap((frame) => frame.shown)
    const ends = () => frames.flatMap((frame) => frame.ends)
    await until(() => shown().length === 1 && ends().length > 0)
    await settled()
    expect(shown()).toHaveLength(1)
    // One shown, five waiting, and no more admitted than ten a minute.
    expect(ends()).toEqual(Array(14).fill('busy'))
    for (let turn = 1; turn < 6; turn += 1) {
      for (const close of shown()) close()
      await until(() => shown().length === turn + 1)
    }
  })

  test('share ten requests a minute, and the pause after them', async () => {
    const browser = openBrowser()
    const frames = Array.from({ length: 5 }, () => openPrompts(browser))
    const ends: (string | undefined)[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      for (const { promptAndClose } of frames) ends.push(await promptAndClose())
    }
    expect(ends).toEqual([...Array(10).fill('shown'), ...Array(5).fill('too-many')])
    // Another site is not affected.
    expect(await openPrompts(browser, 'https://other.test').promptAndClose()).toBe('shown')
  })

  test('are blocked together, and reject waiting requests in all of them', async () => {
    const browser = openBrowser()
    const [one, two] = [openPrompts(browser), openPrompts(browser)]
    one.prompt()
    await until(() => one.shown.length === 1)
    two.prompt()
    await settled()
    one.block()
    one.shown[0]?.()
    await until(() => two.ends.length === 1)
    expect(two.ends).toEqual(['rejected'])
    expect(two.shown).toEqual([])
    expect(await two.promptAndClose()).toBe('too-many')
  })

  test('count requests that wait in other frames', async () => {
    const browser = openBrowser()
    const [one, two] = [openPrompts(browser), openPrompts(browser)]
    let count = () => 0
    void one.take(never, async ({ waiting }) => {
      count = waiting.count
      await new Promise(() => {})
    })
    await settled()
    two.prompt()
    await until(() => count() === 1)
  })
})

describe('browser without locks for frames', () => {
  test('applies the limits per document', async () => {
    const refusing = { query: () => Promise.reject(new DOMException('no', 'SecurityError')) }
    for (const manager of [undefined, refusing as unknown as LockManager]) {
      const browser = { ...openBrowser(), locks: await openLocks(manager) }
      const { prompt, shown, ends } = openPrompts(browser)
      for (let turn = 0; turn < 10; turn += 1) prompt()
      await until(() => shown.length === 1 && ends.length === 4)
      expect(ends).toEqual(Array(4).fill('busy'))
    }
  })
})
