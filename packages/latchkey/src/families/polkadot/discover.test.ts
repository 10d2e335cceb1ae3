import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AnnouncedWallet } from '../../core/connection/family.js'
import * as limits from '../../core/runtime/limits.js'
import { maxAnnouncedWallets } from '../../core/wallets/sanitize.js'
import { discover } from './discover.js'

const fails = () => {
  throw new Error('trap')
}
const entry = () => ({ version: '1', enable: vi.fn(async () => ({})) })
let page: { injectedWeb3?: unknown }

beforeEach(() => {
  vi.useFakeTimers()
  page = {}
  vi.stubGlobal('window', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function look(options = { announced: true, injected: true }) {
  const found: AnnouncedWallet[] = []
  const stop = discover(options, (wallet) => found.push(wallet))
  return { found, stop, names: () => found.map(({ name }) => name) }
}

it('finds wallets under their common names without calling them', () => {
  const wallet = entry()
  page.injectedWeb3 = { 'polkadot-js': wallet, Polyglot: entry(), 'subwallet-js': entry() }
  const { found, names } = look()
  expect(names()).toEqual(['Polkadot.js', 'Polyglot', 'SubWallet'])
  expect(found[0]).toMatchObject({
    id: 'announced:Polkadot.js',
    namespace: 'polkadot',
    type: 'ANNOUNCED',
  })
  expect(wallet.enable).not.toHaveBeenCalled()
})

it('finds wallets that inject late, for a limited time', () => {
  const { names, stop } = look()
  vi.advanceTimersByTime(600)
  page.injectedWeb3 = { talisman: entry() }
  vi.advanceTimersByTime(600)
  expect(names()).toEqual(['Talisman'])
  page.injectedWeb3 = { talisman: entry(), late: entry() }
  stop()
  vi.advanceTimersByTime(60_000)
  expect(names()).toEqual(['Talisman'])
  const again = look()
  vi.advanceTimersByTime(limits.announcementWait)
  expect(vi.getTimerCount()).toBe(0)
  expect(again.names()).toEqual(['Talisman', 'late'])
})

it.each([
  ['nothing', undefined],
  ['text', 'wallets'],
  ['a list of nothing', [null, undefined, 7]],
  ['entries without `enable`', { a: {}, b: { enable: true }, c: null }],
  ['a blank name', { ' \u202e ': entry() }],
  ['a proxy that throws', new Proxy({}, { get: fails, ownKeys: fails, has: fails })],
  ['an entry that throws', Object.defineProperty({}, 'a', { get: fails, enumerable: true })],
  ['an entry whose `enable` throws', { a: Object.defineProperty({}, 'enable', { get: fails }) }],
])('ignores %s', (_, registry) => {
  page.injectedWeb3 = registry
  expect(look().found).toEqual([])
})

it('does not throw when the registry cannot be read', () => {
  Object.defineProperty(page, 'injectedWeb3', { get: fails })
  expect(look().found).toEqual([])
})

it('limits the number of wallets and can be disabled', () => {
  page.injectedWeb3 = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [`w${index}`, entry()]),
  )
  expect(look().found).toHaveLength(maxAnnouncedWallets)
  expect(look({ announced: false, injected: true }).found).toEqual([])
  vi.unstubAllGlobals()
  expect(look().found).toEqual([])
})
