import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AnnouncedWallet } from '../../core/connection/family.js'
import { createDiscovery } from './discover.js'
import type { KeplrStyleWallet } from './index.js'

const fails = () => {
  throw new Error('trap')
}
const keplr = () => ({ enable: vi.fn(), getKey: vi.fn() })
let page: Record<string, unknown>

beforeEach(() => {
  vi.useFakeTimers()
  page = {}
  vi.stubGlobal('window', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function look(own?: readonly KeplrStyleWallet[], injected = true) {
  const found: AnnouncedWallet[] = []
  const stop = createDiscovery(own)({ announced: true, injected }, (one) => found.push(one))
  return { found, stop, names: () => found.map(({ name }) => name) }
}

it('finds wallets by their global objects without calling them', () => {
  const wallet = keplr()
  Object.assign(page, {
    keplr: wallet,
    leap: keplr(),
    cosmostation: { providers: { keplr: keplr() } },
  })
  const { found, names } = look()
  expect(names()).toEqual(['Leap', 'Cosmostation', 'Keplr'])
  expect(found[2]).toMatchObject({ id: 'announced:Keplr', namespace: 'cosmos', type: 'ANNOUNCED' })
  expect(wallet.enable).not.toHaveBeenCalled()
  expect(wallet.getKey).not.toHaveBeenCalled()
})

it("lists a wallet that also defines another's object once, by its own name", () => {
  const both = keplr()
  Object.assign(page, { keplr: both, leap: both })
  expect(look().names()).toEqual(['Leap'])
})

it('finds wallets from the options and wallets that inject late', () => {
  const icon = 'https://fox.test/icon.png'
  const { names, found } = look([
    { name: 'Fox', path: 'fox.keplr', icon },
    { name: 'Owl', path: 'owl', icon: 'javascript:alert(1)' },
  ])
  page.owl = keplr()
  page.fox = { keplr: keplr() }
  page.keplr = (page.fox as { keplr: unknown }).keplr
  vi.advanceTimersByTime(3_000)
  expect(names()).toEqual(['Fox', 'Owl'])
  expect(found.map((wallet) => wallet.icon)).toEqual([icon, undefined])
  expect(vi.getTimerCount()).toBe(0)
})

it.each([
  ['nothing', undefined],
  ['text', 'keplr'],
  ['an object without methods', { enable: true }],
  ['a proxy that throws', new Proxy({}, { get: fails, has: fails })],
])('ignores %s', (_, value) => {
  Object.assign(page, { keplr: value, leap: value, cosmostation: value })
  Object.defineProperty(page, 'okxwallet', { get: fails })
  expect(look().found).toEqual([])
})

it('can be disabled and stopped', () => {
  page.keplr = keplr()
  expect(look([], false).found).toEqual([])
  page.keplr = undefined
  const { found, stop } = look()
  stop()
  page.keplr = keplr()
  vi.advanceTimersByTime(60_000)
  expect(found).toEqual([])
})
