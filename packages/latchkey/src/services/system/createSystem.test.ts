import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSystem } from './createSystem.js'

afterEach(() => vi.unstubAllGlobals())

function openSystem({ media = [] as readonly string[], extra = {} as object } = {}) {
  vi.stubGlobal('window', {
    navigator: {},
    matchMedia: (query: string) => ({ matches: media.includes(query) }),
    ...extra,
  })
  return createSystem()
}

describe('colour scheme', () => {
  it.each([
    ['(prefers-color-scheme: dark)', true],
    ['(prefers-color-scheme: light)', false],
  ])('reports dark for %s: %s', (query, isDark) => {
    expect(openSystem({ media: [query] }).prefersDark()).toBe(isDark)
  })

  it('is dark when the browser reports no preference', () => {
    expect(openSystem({ extra: { matchMedia: undefined } }).prefersDark()).toBe(true)
    vi.stubGlobal('window', undefined)
    expect(createSystem().prefersDark()).toBe(true)
  })

  it('notifies of changes', () => {
    const media = new EventTarget()
    const system = openSystem({ extra: { matchMedia: () => media } })
    const listener = vi.fn()
    const stop = system.watchPrefersDark(listener)
    media.dispatchEvent(new Event('change'))
    stop()
    media.dispatchEvent(new Event('change'))
    expect(listener).toHaveBeenCalledTimes(1)
  })
})

describe('whenIdle', () => {
  it('runs in an idle callback', () => {
    const requestIdleCallback = vi.fn()
    const run = vi.fn()
    openSystem({ extra: { requestIdleCallback } }).whenIdle(run)
    expect(requestIdleCallback).toHaveBeenCalledExactlyOnceWith(run, { timeout: 1_000 })
    expect(run).not.toHaveBeenCalled()
  })

  it('uses a timeout in browsers without idle callbacks', () => {
    vi.useFakeTimers()
    try {
      const run = vi.fn()
      openSystem().whenIdle(run)
      vi.runAllTimers()
      expect(run).toHaveBeenCalledTimes(1)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('savesData', () => {
  it.each([
    [{ connection: { saveData: true } }, true],
    [{ connection: {} }, false],
    [{}, false],
  ])('reads the preference from %j', (navigator, saves) => {
    expect(openSystem({ extra: { navigator } }).savesData()).toBe(saves)
  })

  it('is false without a window', () => {
    vi.stubGlobal('window', undefined)
    expect(createSystem().savesData()).toBe(false)
  })
})
