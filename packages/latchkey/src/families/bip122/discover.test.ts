import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  leatherObject,
  okxObject,
  satsObject,
  standardObject,
  unisatObject,
} from '../../../fixtures/bitcoinPages.js'
import { createFakeBitcoinWallet } from '../../../fixtures/fakeBitcoinWallet.js'
import { createFakeStorage } from '../../../fixtures/fakeStorage.js'
import type { AnnouncedWallet } from '../../core/connection/family.js'
import { maxAnnouncedWallets } from '../../core/wallets/sanitize.js'
import { discover } from './discover.js'

const site = {
  metadata: { name: '', description: '', url: '', icons: [] },
  networks: [],
  storage: createFakeStorage(),
}
const both = { announced: true, injected: true }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function openPage(content: object = {}) {
  const page = Object.assign(new EventTarget(), content)
  vi.stubGlobal('window', page)
  return page
}

function look(options = both) {
  const found: AnnouncedWallet[] = []
  const stop = discover(options, (wallet) => found.push(wallet))
  return { found, stop, names: () => found.map(({ name }) => name) }
}

function register(page: EventTarget, wallet: unknown) {
  const detail = ({ register: add }: { register(wallet: unknown): void }) => add(wallet)
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
}

const shared = createFakeBitcoinWallet()
const wallet = () => ({ ...shared, network: '' })

describe('discovery', () => {
  it('finds wallets by their global objects', async () => {
    openPage({
      XverseProviders: { BitcoinProvider: satsObject(wallet()) },
      LeatherProvider: leatherObject(wallet()),
      okxwallet: okxObject(wallet()),
      unisat: unisatObject(wallet()),
      bitkeep: { unisat: unisatObject(wallet()) },
      binancew3w: { bitcoin: unisatObject(wallet()) },
    })
    const { found, names, stop } = look()
    expect(names()).toEqual([
      'Xverse Wallet',
      'Leather',
      'OKX Wallet',
      'Bitget Wallet',
      'Binance Wallet',
      'UniSat Wallet',
    ])
    expect(new Set(found.map(({ id }) => id)).size).toBe(6)
    for (const { open, namespace, type } of found) {
      expect([namespace, type]).toEqual(['bip122', 'INJECTED'])
      expect(typeof (await open(site)).request).toBe('function')
    }
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('checks three times', () => {
    const page = openPage()
    const { names } = look()
    vi.advanceTimersByTime(200)
    Object.assign(page, { unisat: unisatObject(wallet()) })
    vi.advanceTimersByTime(200)
    expect(names()).toEqual(['UniSat Wallet'])
    Object.assign(page, { LeatherProvider: leatherObject(wallet()) })
    vi.advanceTimersByTime(10_000)
    expect(names()).toEqual(['UniSat Wallet'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('reads the sats-connect list', () => {
    const icon = 'data:image/svg+xml,x'
    openPage({
      Acme: { BitcoinProvider: satsObject(wallet()) },
      LeatherProvider: leatherObject(wallet()),
      btc_providers: [
        { id: 'Acme.BitcoinProvider', name: 'Acme\u202e', icon },
        { id: 'LeatherProvider', name: 'Leather', icon: 'javascript:x' },
        { id: 'Gone.BitcoinProvider', name: 'Gone', icon },
        { id: 7, name: 'Seven' },
        { id: 'Acme.BitcoinProvider' },
        null,
      ],
    })
    const { found } = look()
    expect(found).toMatchObject([
      { id: 'announced:Acme', name: 'Acme', icon, type: 'ANNOUNCED' },
      { id: 'announced:Leather', name: 'Leather', type: 'ANNOUNCED' },
    ])
    expect(found[1]?.icon).toBeUndefined()
    expect(found).toHaveLength(2)
  })

  it('lists a wallet once when it is found in several ways', () => {
    const provider = satsObject(wallet())
    const page = openPage({
      XverseProviders: { BitcoinProvider: provider },
      btc_providers: [{ id: 'XverseProviders.BitcoinProvider', name: 'Xverse' }],
    })
    const { names } = look()
    register(page, { ...standardObject(wallet()), name: 'Xverse Wallet' })
    register(page, { name: 'Of the same', features: { 'sats-connect:': { provider } } })
    const late = standardObject(wallet())
    register(page, { ...late, name: 'Leather' })
    Object.assign(page, { LeatherProvider: leatherObject(wallet()) })
    vi.advanceTimersByTime(400)
    expect(names()).toEqual(['Xverse', 'Leather'])
  })

  it('uses sats-connect when a Wallet Standard wallet offers it', async () => {
    const page = openPage()
    const { found } = look()
    const fake = createFakeBitcoinWallet()
    const features = { 'sats-connect:': { provider: satsObject(fake) } }
    register(page, { name: 'Acme', features })
    const transport = await found[0]?.open(site)
    await transport?.request({
      method: 'connect',
      network: 'bip122:000000000933ea01ad0ee984209779ba',
    })
    expect(fake.prompts).toEqual(['connect'])
  })

  it('ignores disabled, incomplete and fake wallets', () => {
    openPage({
      unisat: { ...unisatObject(wallet()), isBinance: true },
      okxwallet: {},
      LeatherProvider: {},
    })
    expect(look().names()).toEqual([])
    openPage({ unisat: unisatObject(wallet()) })
    expect(look({ announced: true, injected: false }).names()).toEqual([])
  })

  it('does not throw on hostile pages', () => {
    const fails = () => {
      throw new Error('trap')
    }
    const trap = new Proxy(function trap() {}, { get: fails, has: fails, getPrototypeOf: fails })
    const page = openPage({
      btc_providers: [trap, { id: 'trap', name: 'Trap' }, { id: 'a.'.repeat(9_999), name: 'Deep' }],
      trap,
      okxwallet: trap,
      unisat: Object.defineProperty({}, 'requestAccounts', { get: fails }),
    })
    Object.defineProperty(page, 'LeatherProvider', { get: fails })
    const { names } = look()
    register(page, trap)
    register(page, { name: 'Trap', features: trap })
    expect(names()).toEqual([])
    const providers = Array.from({ length: 2_000 }, (_, index) => ({
      id: `p${index}`,
      name: `N${index}`,
    }))
    const many = openPage({ btc_providers: providers })
    for (const { id } of providers) Object.assign(many, { [id]: { request: fails } })
    expect(look().names().length).toBeLessThanOrEqual(maxAnnouncedWallets)
  })
})
