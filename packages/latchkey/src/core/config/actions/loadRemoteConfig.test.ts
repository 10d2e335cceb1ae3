import { afterEach, describe, expect, test } from 'vitest'
import { createFakeProvider } from '../../../../fixtures/fakeProvider.js'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import { ProviderError, type ProviderFault } from '../../runtime/errors/provider.js'
import type { LatchkeyOptions } from '../options.js'
import { refreshProviderData } from './refreshProviderData.js'

type Answer = () => unknown

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const off = ['social_login', 'swap', 'onramp', 'activity', 'reown_branding', 'multi_wallet'].map(
  (id) => ({ id, isEnabled: false, config: [] }),
)
const fail =
  (fault: ProviderFault, more: { status?: number; field?: string } = {}) =>
  () => {
    const reasons = more.field ? [{ field: more.field, description: 'No.' }] : []
    throw new ProviderError(fault, { status: more.status, reasons })
  }

async function consulted(
  {
    features = () => ({ features: off }),
    origins = () => ({ allowedOrigins: [] }),
  }: { features?: Answer; origins?: Answer } = {},
  options: Partial<LatchkeyOptions> = {},
) {
  const provider = createFakeProvider({
    getProjectConfig: features,
    getAllowedOrigins: origins,
    getWallets: () => ({ data: [], count: 0 }),
    getAnalyticsConfig: () => ({ isAnalyticsEnabled: false }),
  })
  const made = createTestWidget({
    provider,
    options: { providerUrl: 'https://provider.test', ...options },
  })
  ends.push(made.end)
  await refreshProviderData(made.widget)
  const { notice, settings } = made.widget.stores
  return {
    ...made,
    provider,
    alert: () => notice.get().alert?.short,
    code: () => notice.get().alert?.code,
    remote: () => settings.get().remoteFeatures,
  }
}

describe('the provider decides', () => {
  test('which of its features are on, once per widget', async () => {
    const { widget, remote, provider, alert } = await consulted()
    expect(remote()).toEqual({
      email: false,
      socials: false,
      swaps: false,
      onramp: false,
      activity: false,
      reownBranding: false,
      multiWallet: false,
    })
    expect(alert()).toBeUndefined()
    await refreshProviderData(widget)
    expect(provider.count('getProjectConfig')).toBe(1)
  })

  test('over the site, which is told', async () => {
    const { alert, log, remote } = await consulted(
      {},
      { features: { multiWallet: true, history: true } },
    )
    expect(remote().multiWallet).toBe(false)
    expect(alert()).toBe('Local configuration ignored')
    expect(JSON.stringify(log.entries)).toContain('features.history')
  })

  test('nothing in basic mode', async () => {
    const { provider, remote } = await consulted({}, { basic: true })
    expect(provider.count('getProjectConfig')).toBe(0)
    expect(remote().email).toBe(false)
  })

  test('no more than features: whatever it says, the rest of the widget stays as it was', async () => {
    for (let flags = 0; flags < 2 ** off.length; flags += 1) {
      const features = off.map((one, index) => ({
        ...one,
        isEnabled: Boolean(flags & (1 << index)),
      }))
      const { widget } = await consulted({ features: () => ({ features }) })
      const { remoteFeatures: _, ...settings } = widget.stores.settings.get()
      const { widget: untouched } = createTestWidget()
      const { remoteFeatures: __, ...before } = untouched.stores.settings.get()
      expect(settings).toEqual(before)
      expect(widget.config).toMatchObject({ debug: true, networkSwitch: true, pairing: false })
    }
  })
})

describe('without its answer', () => {
  test.each([
    ['too slow', fail('timeout'), 'Project ID Not Configured', 'PROJECT_ID_NOT_CONFIGURED'],
    [
      'no such project',
      fail('refused', { status: 404 }),
      'Project ID Not Configured',
      'PROJECT_ID_NOT_CONFIGURED',
    ],
    [
      'another origin',
      fail('refused', { status: 403, field: 'origin' }),
      'Invalid App Configuration',
      'INVALID_APP_CONFIGURATION',
    ],
    [
      'a wrong id',
      fail('refused', { status: 403, field: 'projectId' }),
      'Invalid App Configuration',
      'INVALID_PROJECT_ID',
    ],
    [
      'too many requests',
      fail('rate-limited', { status: 429 }),
      'Rate Limited',
      'RATE_LIMITED_APP_CONFIGURATION',
    ],
    [
      'a fault of the server',
      fail('server-error', { status: 500 }),
      'Server Error',
      'SERVER_ERROR_APP_CONFIGURATION',
    ],
  ] as const)(
    "%s: the site's settings hold and its owner is told",
    async (_n, features, short, code) => {
      const made = await consulted({ features }, { features: { email: false, socials: ['x'] } })
      expect(made.remote()).toMatchObject({ email: false, socials: ['x'], swaps: ['1inch'] })
      expect([made.alert(), made.code()]).toEqual([short, code])
      expect(made.provider.count('getAllowedOrigins')).toBe(0)
    },
  )

  test.each([
    ['nor can its list', fail('unreachable'), 'PROJECT_ID_NOT_CONFIGURED'],
    [
      'but its list names this page',
      () => ({ allowedOrigins: ['https://site.test'] }),
      'PROJECT_ID_NOT_CONFIGURED',
    ],
    [
      'but its list names others',
      () => ({ allowedOrigins: ['https://other.test'] }),
      'INVALID_APP_CONFIGURATION',
    ],
    ['but its list is empty', () => ({ allowedOrigins: [] }), 'INVALID_APP_CONFIGURATION'],
    [
      'but does not know the project',
      fail('refused', { status: 401, field: 'projectId' }),
      'INVALID_PROJECT_ID',
    ],
    ['but was asked too often', fail('rate-limited'), 'RATE_LIMITED_APP_CONFIGURATION'],
    ['but has a fault', fail('server-error'), 'SERVER_ERROR_APP_CONFIGURATION'],
  ] as const)('it cannot be reached, %s', async (_n, origins, code) => {
    const made = await consulted(
      { features: fail('unreachable'), origins },
      { features: { email: false } },
    )
    expect(made.remote().email).toBe(false)
    expect(made.code()).toBe(code)
    expect(made.provider.count('getAllowedOrigins')).toBe(1)
  })

  test('an answer nobody can read leaves the defaults', async () => {
    const made = await consulted({ features: fail('malformed') }, { features: { email: false } })
    expect(made.remote().email).toBe(true)
    expect(made.alert()).toBe('Server Error')
  })

  test('it is asked again later, but not at once', async () => {
    const made = await consulted({ features: fail('timeout') })
    made.widget.stores.notice.set({ alert: undefined })
    await refreshProviderData(made.widget)
    expect(made.provider.count('getProjectConfig')).toBe(1)
    expect(made.alert()).toBeUndefined()
    made.provider.answer('getProjectConfig', () => ({ features: off }))
    await made.clock.advance(10_000)
    await refreshProviderData(made.widget)
    expect(made.remote().email).toBe(false)
  })
})

describe('where login may be used', () => {
  const login = () => ({ features: [{ id: 'social_login', isEnabled: true, config: ['email'] }] })

  test('nobody asks while there is none', async () => {
    expect((await consulted()).provider.count('getAllowedOrigins')).toBe(0)
  })

  test.each([
    [[], undefined],
    [['https://site.test'], undefined],
    [['https://other.test'], 'Invalid App Configuration'],
  ])('%j', async (allowedOrigins, expected) => {
    const made = await consulted({ features: login, origins: () => ({ allowedOrigins }) })
    expect(made.provider.count('getAllowedOrigins')).toBe(1)
    expect(made.alert()).toBe(expected)
  })

  test.each([
    ['rate-limited', 'Rate Limited'],
    ['server-error', 'Server Error'],
    ['refused', undefined],
    ['unreachable', undefined],
    ['malformed', undefined],
  ] as const)('a list that is %s', async (fault, expected) => {
    const made = await consulted({ features: login, origins: fail(fault) })
    expect(made.alert()).toBe(expected)
  })
})
