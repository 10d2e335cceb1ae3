import { describe, expect, it } from 'vitest'
import { createFakePage } from '../../../fixtures/fakePage.js'
import type { Device } from '../runtime/ports.js'
import {
  defaultFeatures,
  type FeatureOptions,
  onrampProviders,
  type RemoteFeatures,
  socialProviders,
} from './features.js'
import { resolveFeatures } from './resolveFeatures.js'

const defaults: RemoteFeatures = {
  email: true,
  socials: socialProviders,
  swaps: ['1inch'],
  onramp: onrampProviders,
  activity: true,
  reownBranding: true,
  multiWallet: false,
  payWithExchange: false,
}
const off: RemoteFeatures = {
  email: false,
  socials: false,
  swaps: false,
  onramp: false,
  activity: false,
  reownBranding: false,
  multiWallet: false,
  payWithExchange: false,
}

const entry = (id: string, config?: unknown, isEnabled = true) => ({ id, isEnabled, config })

type Case = {
  readonly title: string
  readonly local?: FeatureOptions
  readonly remote?: unknown
  readonly basic?: boolean
  readonly expected: RemoteFeatures
  readonly ignored?: readonly string[]
}

const cases: readonly Case[] = [
  { title: 'no settings', expected: defaults },
  {
    title: 'no response, local true',
    local: { email: true, socials: true, swaps: true, onramp: true, history: true },
    expected: defaults,
  },
  {
    title: 'no response, payments',
    local: { pay: true },
    expected: { ...defaults, email: false, socials: false },
  },
  {
    title: 'payments and a response with log-ins',
    local: { pay: true },
    remote: [entry('social_login', ['email', 'google'])],
    expected: off,
  },
  {
    title: 'payments and log-ins the site asks for',
    local: { pay: true, email: true, socials: ['google'] },
    remote: [entry('social_login', ['email', 'google'])],
    expected: { ...off, email: true, socials: ['google'] },
    ignored: ['"features.email"', '"features.socials"'],
  },
  {
    title: 'payments and an unreadable response',
    local: { pay: true },
    remote: 'later',
    expected: { ...defaults, email: false, socials: false },
  },
  {
    title: 'no response, local false',
    local: { email: false, socials: false, swaps: false, onramp: false, history: false },
    expected: { ...off, reownBranding: true },
  },
  {
    title: 'no response, local lists',
    local: { socials: ['x', 'google'], onramp: ['meld'] },
    expected: { ...defaults, socials: ['x', 'google'], onramp: ['meld'] },
  },
  {
    title: 'no response, empty local list',
    local: { socials: [] },
    expected: { ...defaults, socials: false },
  },
  {
    title: 'no response, default-off features turned on',
    local: { multiWallet: true },
    expected: { ...defaults, multiWallet: true },
  },
  { title: 'basic mode', local: { email: true }, basic: true, expected: off },
  {
    title: 'basic mode with a response',
    remote: [entry('multi_wallet', [])],
    basic: true,
    expected: off,
  },
  { title: 'empty response', remote: [], expected: off },
  {
    title: 'missing entry, local value',
    local: { email: true, multiWallet: true, socials: undefined },
    remote: [entry('activity', [])],
    expected: { ...off, activity: true },
    ignored: ['"features.email"', '"features.multiWallet"'],
  },
  {
    title: 'entry without config',
    remote: [{ id: 'activity', isEnabled: true }, entry('swap')],
    expected: off,
  },
  {
    title: 'config null, so the site decides',
    local: { socials: ['github'], swaps: false },
    remote: [entry('social_login', null), entry('swap', null), entry('onramp', null, false)],
    expected: { ...off, email: true, socials: ['github'], onramp: onrampProviders },
  },
  {
    title: 'unavailable log-ins in the local list',
    local: { socials: ['github', 'x'] },
    remote: [{ ...entry('social_login', null), available: ['google', 'x'] }],
    expected: { ...off, email: true, socials: ['x'] },
  },
  {
    title: 'unavailable log-ins in the response',
    remote: [{ ...entry('social_login', ['email', 'github']), available: [] }],
    expected: { ...off, email: true },
  },
  {
    title: 'response overrides defaults',
    remote: [
      entry('social_login', ['email', 'x', 'google']),
      entry('swap', ['1inch']),
      entry('onramp', ['coinbase']),
      entry('activity', []),
      entry('reown_branding', []),
      entry('multi_wallet', []),
    ],
    expected: {
      email: true,
      socials: ['x', 'google'],
      swaps: ['1inch'],
      onramp: ['coinbase'],
      activity: true,
      reownBranding: true,
      multiWallet: true,
      payWithExchange: false,
    },
  },
  {
    title: 'disabled entries',
    remote: [entry('social_login', ['email', 'x'], false), entry('activity', [], false)],
    expected: off,
  },
  {
    title: 'only email, only socials',
    remote: [entry('social_login', ['email'])],
    expected: { ...off, email: true },
  },
  {
    title: 'unknown providers',
    remote: [entry('social_login', ['myspace']), entry('onramp', ['meld', 'bank'])],
    expected: { ...off, onramp: ['meld'] },
  },
  {
    title: 'unknown features',
    remote: [{ id: 'teleport', config: 7 }, entry('activity', [])],
    expected: { ...off, activity: true },
  },
  {
    title: 'local values overridden',
    local: { email: false, socials: ['x'], swaps: false, onramp: true, history: true },
    remote: [
      entry('social_login', ['email']),
      entry('swap', ['1inch']),
      entry('onramp', []),
      entry('activity', []),
    ],
    expected: { ...off, email: true, swaps: ['1inch'], activity: true },
    ignored: [
      '"features.email"',
      '"features.socials"',
      '"features.swaps"',
      '"features.onramp"',
      '"features.history" (now "activity")',
    ],
  },
  ...[
    null,
    'features',
    { features: [] },
    [null],
    [{ isEnabled: true }],
    [{ id: 'swap', isEnabled: 'yes', config: [] }],
    [{ id: 'swap', isEnabled: true, config: {} }],
    [{ id: 'swap', isEnabled: true, config: [1] }],
  ].map((remote) => ({
    title: `unreadable answer ${JSON.stringify(remote)}`,
    local: { email: false, swaps: false },
    remote,
    expected: defaults,
  })),
]

describe('resolveFeatures: remote features', () => {
  it('has swaps on Solana only where the provider has them', () => {
    const swapsOf = (available: readonly string[] | undefined, local: FeatureOptions = {}) =>
      resolveFeatures({ local, remote: [{ ...entry('swap', null), available }] }).remoteFeatures
        .swaps
    expect(swapsOf(['1inch', 'jupiter'])).toEqual(['1inch', 'jupiter'])
    expect(swapsOf(['jupiter'])).toEqual(['jupiter'])
    expect(swapsOf(['1inch'])).toEqual(['1inch'])
    expect(swapsOf([])).toBe(false)
    expect(swapsOf(undefined)).toEqual(['1inch'])
    expect(swapsOf(['1inch', 'jupiter'], { swaps: false })).toBe(false)
  })

  it.each(cases)('resolves: $title', ({ local = {}, remote, basic, expected, ignored = [] }) => {
    const resolved = resolveFeatures({ local, remote, ...(basic && { basic }) })
    expect(resolved.remoteFeatures).toEqual(expected)
    expect(resolved.ignored).toEqual(ignored)
  })

  const telegram: readonly [string, Partial<Device>, readonly string[]][] = [
    ['iOS', { isMobile: true, isIos: true, isSafari: true }, ['google']],
    ['Android', { isMobile: true, isAndroid: true, isSafari: true }, ['facebook', 'x']],
    ['macOS', {}, ['x']],
    ['other desktops', { isSafari: true }, []],
  ]
  it.each(telegram)('drops social log-ins in Telegram on %s: %j', (_, device, dropped) => {
    const page = createFakePage({ device: { ...device, isTelegram: true } })
    const { remoteFeatures } = resolveFeatures({ local: {}, device: page.device })
    expect(remoteFeatures.socials).toEqual(
      socialProviders.filter((name) => !dropped.includes(name)),
    )
  })

  it('keeps all social log-ins outside Telegram', () => {
    const { device } = createFakePage({ device: { isMobile: true, isIos: true } })
    expect(resolveFeatures({ local: {}, device }).remoteFeatures.socials).toEqual(socialProviders)
  })

  it('turns socials off when Telegram supports none of them', () => {
    const { device } = createFakePage({ device: { isTelegram: true } })
    const { remoteFeatures } = resolveFeatures({ local: { socials: ['x'] }, device })
    expect(remoteFeatures.socials).toBe(false)
  })
})

describe('resolveFeatures: local features', () => {
  it('uses the defaults of the specification', () => {
    expect(resolveFeatures({ local: {} }).remoteFeatures.socials).toEqual([
      'google',
      'x',
      'farcaster',
      'discord',
      'apple',
      'github',
      'facebook',
    ])
    expect(resolveFeatures({ local: {} }).features).toEqual(defaultFeatures)
    expect(defaultFeatures).toMatchObject({
      connectorTypeOrder: [
        'walletConnect',
        'recent',
        'injected',
        'featured',
        'custom',
        'external',
        'recommended',
      ],
      walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
      receive: true,
      legalCheckbox: false,
    })
  })

  it("uses the site's values and drops other fields", () => {
    const { features } = resolveFeatures({
      local: { send: false, collapseWallets: true, email: true, receive: undefined },
    })
    expect(features).toEqual({ ...defaultFeatures, send: false, collapseWallets: true })
  })
})

describe('buying', () => {
  const remote = (more: object) => [{ id: 'onramp', isEnabled: true, config: ['meld'], ...more }]
  const onrampIn = (timeZone: string, more: object) =>
    resolveFeatures({ local: {}, remote: remote(more), timeZone }).remoteFeatures.onramp

  it('is hidden in restricted time zones only', () => {
    const restrictedTimezones = ['ASIA/SHANGHAI', 'ASIA/HONG_KONG']
    expect(onrampIn('Asia/Hong_Kong', { restrictedTimezones })).toBe(false)
    expect(onrampIn('Asia/Tokyo', { restrictedTimezones })).toEqual(['meld'])
    expect(onrampIn('Asia/Shanghai', { restrictedTimezones: [] })).toEqual(['meld'])
    expect(onrampIn('Asia/Shanghai', { restrictedTimezones: 'ASIA/SHANGHAI' })).toEqual(['meld'])
  })

  it('is hidden in restricted time zones also if the site turns it on', () => {
    const given = { config: null, restrictedTimezones: ['ASIA/MACAU'] }
    const { remoteFeatures } = resolveFeatures({
      local: { onramp: true },
      remote: remote(given),
      timeZone: 'Asia/Macau',
    })
    expect(remoteFeatures.onramp).toBe(false)
  })

  it('is off if the provider has set up no service', () => {
    expect(onrampIn('Europe/Paris', { available: [] })).toBe(false)
    expect(onrampIn('Europe/Paris', { available: ['sandbox'] })).toEqual(['meld'])
  })
})

describe('the zone of account names', () => {
  const names = (available?: unknown) => [
    { id: 'account_names', isEnabled: true, config: null, available },
  ]
  it.each<[string, unknown, string | undefined]>([
    ['is the first of the provider', names(['names.example', 'other.example']), 'names.example'],
    ['is missing where none is open', names([]), undefined],
    ['is the default without a word about names', [], 'reown.id'],
    ['is the default before the provider responds', undefined, 'reown.id'],
    ['must be a domain', names(['<b>', '.x', 'names.example']), 'names.example'],
    ['must be a list', names('names.example'), 'reown.id'],
  ])('%s', (_, remote, zone) => {
    expect(resolveFeatures({ local: {}, remote }).nameZone).toBe(zone)
  })
})
