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

describe('loadRemoteConfig', () => {
  test('loads the features of the provider once per widget', async () => {
    const { widget, remote, provider, alert } = await consulted()
    expect(remote()).toEqual({
      email: false,
      socials: false,
      swaps: false,
      onramp: false,
      activity: false,
      payWithExchange: false,
      reownBranding: false,
      multiWallet: false,
    })
    expect(alert()).toBeUndefined()
    await refreshProviderData(widget)
    expect(provider.count('getProjectConfig')).toBe(1)
  })

  test('overrides the site and raises an alert', async () => {
    const { alert, log, remote } = await consulted(
      {},
      { features: { multiWallet: true, history: true } },
    )
    expect(remote().multiWallet).toBe(false)
    expect(alert()).toBe('Local configuration ignored')
    expect(JSON.stringify(log.entries)).toContain('features.history')
  })

  test('sends no request in basic mode', async () => {
    const { provider, remote } = await consulted({}, { basic: true })
    expect(provider.count('getProjectConfig')).toBe(0)
    expect(remote().email).toBe(false)
  })

  test('changes nothing but the remote features', async () => {
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

describe('a failed request', () => {
  test.each([
    ['timeout', fail('timeout'), 'Project ID Not Configured', 'PROJECT_ID_NOT_CONFIGURED'],
    [
      'unknown project',
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
      'invalid project id',
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
      'server error',
      fail('server-error', { status: 500 }),
      'Server Error',
      'SERVER_ERROR_APP_CONFIGURATION',
    ],
  ] as const)(
    "keeps the site's settings and raises an alert: %s",
    async (_n, features, short, code) => {
      const made = await consulted({ features }, { features: { email: false, socials: ['x'] } })
      expect(made.remote()).toMatchObject({ email: false, socials: ['x'], swaps: ['1inch'] })
      expect([made.alert(), made.code()]).toEqual([short, code])
      expect(made.provider.count('getAllowedOrigins')).toBe(0)
    },
  )

  test.each([
    ['and the origin list is too', fail('unreachable'), 'PROJECT_ID_NOT_CONFIGURED'],
    [
      'but the list has this origin',
      () => ({ allowedOrigins: ['https://site.test'] }),
      'PROJECT_ID_NOT_CONFIGURED',
    ],
    [
      'but the list has other origins',
      () => ({ allowedOrigins: ['https://other.test'] }),
      'INVALID_APP_CONFIGURATION',
    ],
    ['but the list is empty', () => ({ allowedOrigins: [] }), 'INVALID_APP_CONFIGURATION'],
    [
      'but the list reports an unknown project',
      fail('refused', { status: 401, field: 'projectId' }),
      'INVALID_PROJECT_ID',
    ],
    ['but the list is rate-limited', fail('rate-limited'), 'RATE_LIMITED_APP_CONFIGURATION'],
    ['but the list has a server error', fail('server-error'), 'SERVER_ERROR_APP_CONFIGURATION'],
  ] as const)('raises an alert when the provider is unreachable, %s', async (_n, origins, code) => {
    const made = await consulted(
      { features: fail('unreachable'), origins },
      { features: { email: false } },
    )
    expect(made.remote().email).toBe(false)
    expect(made.code()).toBe(code)
    expect(made.provider.count('getAllowedOrigins')).toBe(1)
  })

  test('uses the defaults when the response is malformed', async () => {
    const made = await consulted({ features: fail('malformed') }, { features: { email: false } })
    expect(made.remote().email).toBe(true)
    expect(made.alert()).toBe('Server Error')
  })

  test('is retried after the retry gap', async () => {
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

describe('allowed origins', () => {
  const login = () => ({ features: [{ id: 'social_login', isEnabled: true, config: ['email'] }] })

  test('are not requested without a log-in', async () => {
    expect((await consulted()).provider.count('getAllowedOrigins')).toBe(0)
  })

  test.each([
    [[], undefined],
    [['https://site.test'], undefined],
    [['https://other.test'], 'Invalid App Configuration'],
  ])('raise the right alert for %j', async (allowedOrigins, expected) => {
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
  ] as const)('raise the right alert when the request fails: %s', async (fault, expected) => {
    const made = await consulted({ features: login, origins: fail(fault) })
    expect(made.alert()).toBe(expected)
  })
})
