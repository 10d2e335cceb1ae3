import { afterEach, describe, expect, test, vi } from 'vitest'
import { createFakeProvider } from '../../../../fixtures/fakeProvider.js'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import { refreshProviderData } from '../../config/actions/refreshProviderData.js'
import { updateFeatures } from '../../config/actions/updateFeatures.js'
import { ProviderError } from '../../runtime/errors/provider.js'
import { recordEvent } from '../actions/recordEvent.js'
import { recordProviderError } from '../actions/recordProviderError.js'

const ends: (() => void)[] = []
afterEach(() => {
  vi.unstubAllGlobals()
  for (const end of ends.splice(0)) end()
})

type Sent = {
  domain: string
  url?: string
  eventId: string
  props: { type: string; event: string; properties: Record<string, unknown> }
}

function create({
  analytics = true,
  allowed = () => ({ isAnalyticsEnabled: true }) as unknown,
} = {}) {
  const provider = createFakeProvider({
    getAnalyticsConfig: allowed,
    getProjectConfig: () => ({ features: [] }),
    getWallets: () => ({ data: [], count: 0 }),
    sendEvents: () => undefined,
  })
  const made = createTestWidget({
    provider,
    options: { providerUrl: 'https://provider.test', features: { analytics } },
  })
  ends.push(made.end)
  return {
    ...made,
    provider,
    sent: () =>
      provider.calls
        .filter(({ name }) => name === 'sendEvents')
        .flatMap(({ input }) => input.items as unknown as Sent[]),
    record: (event: string, properties?: Record<string, unknown>) =>
      recordEvent(made.widget, { event, properties }),
  }
}

const minute = 60_000
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('usage events', () => {
  test.each([
    ['https://site.test/shop/cart?session=1#top', 'https://site.test/shop/cart'],
    ['https://site.test', 'https://site.test/'],
    ['https://ada:secret@site.test/a', 'https://site.test/a'],
    ['https://site.test/account/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 'https://site.test/'],
    ['https://site.test/u/ada@example.com', 'https://site.test/'],
    ['https://site.test/u/ada%40example.com', 'https://site.test/'],
    [`https://site.test/${'a/'.repeat(2_000)}`, 'https://site.test/'],
    ['about:srcdoc', undefined],
  ])('contain a page URL without visitor data, case %#', async (address, url) => {
    const { widget, page, clock, record, sent } = create()
    Object.assign(page, { address: () => address })
    record('MODAL_OPEN')
    await refreshProviderData(widget)
    await clock.advance(minute)
    expect(sent().map((one) => one.url)).toEqual([url])
  })

  test('are sent from a page without TLS, which has no `crypto.randomUUID`', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const { widget, clock, record, sent } = create()
    await refreshProviderData(widget)
    record('SELECT_WALLET')
    await clock.advance(minute)
    expect(sent()).toMatchObject([{ eventId: expect.stringMatching(/^[\da-f-]{36}$/) }])
  })

  test('are sent in a batch once the site and the provider allow them', async () => {
    const { widget, clock, record, sent, provider } = create()
    record('MODAL_OPEN', { connected: false })
    await refreshProviderData(widget)
    record('CLICK_ALL_WALLETS')
    expect(sent()).toEqual([])
    await clock.advance(minute)
    expect(sent().map(({ props }) => props.event)).toEqual(['MODAL_OPEN', 'CLICK_ALL_WALLETS'])
    expect(sent()[0]).toMatchObject({
      domain: 'site.test',
      props: { type: 'track', properties: { connected: false } },
    })
    expect(new Set(sent().map(({ eventId }) => eventId)).size).toBe(2)
    expect(provider.count('getAnalyticsConfig')).toBe(1)
    expect(provider.count('sendEvents')).toBe(1)
  })

  test('are sent at once when the page is hidden', async () => {
    const { widget, clock, record, sent, provider } = create()
    await refreshProviderData(widget)
    record('MODAL_OPEN')
    provider.leave()
    await settle()
    expect(sent().map(({ props }) => props.event)).toEqual(['MODAL_OPEN'])
    expect(provider.calls.at(-1)).toMatchObject({ name: 'sendEvents', keepalive: true })
    // A page that was only hidden continues.
    await clock.advance(minute)
    record('MODAL_CLOSE')
    await clock.advance(minute)
    expect(sent().map(({ props }) => props.event)).toEqual(['MODAL_OPEN', 'MODAL_CLOSE'])
    expect(provider.calls.at(-1)).toMatchObject({ name: 'sendEvents', keepalive: false })
  })

  test('are not sent on page hide before both allow them, or after `destroy`', async () => {
    const unwanted = create({ allowed: () => new Promise(() => {}) })
    void refreshProviderData(unwanted.widget)
    unwanted.record('MODAL_OPEN')
    unwanted.provider.leave()
    await settle()
    const ended = create()
    await refreshProviderData(ended.widget)
    ended.record('MODAL_OPEN')
    ended.end()
    ended.provider.leave()
    await settle()
    for (const { sent } of [unwanted, ended]) expect(sent()).toEqual([])
  })

  test.each([
    ['the site does not allow them', { analytics: false }],
    ['the provider does not allow them', { allowed: () => ({ isAnalyticsEnabled: false }) }],
    [
      'the provider does not respond',
      {
        allowed: () => {
          throw new ProviderError('unreachable')
        },
      },
    ],
  ])('are not sent while %s', async (_name, given) => {
    const { widget, clock, record, sent, provider } = create(given)
    await refreshProviderData(widget)
    record('MODAL_OPEN')
    await clock.advance(minute)
    expect(sent()).toEqual([])
    expect(provider.count('getAnalyticsConfig')).toBe('analytics' in given ? 0 : 1)
  })

  test('are not sent before the provider data is loaded', async () => {
    const { clock, record, provider } = create()
    record('CLICK_NETWORKS')
    await clock.advance(minute)
    expect(provider.calls).toEqual([])
  })

  test('stop when the site turns analytics off', async () => {
    const { widget, clock, record, sent } = create()
    await refreshProviderData(widget)
    record('MODAL_OPEN')
    updateFeatures(widget, { features: { analytics: false } })
    record('MODAL_CLOSE')
    await clock.advance(minute)
    expect(sent()).toEqual([])
  })

  test('contain nothing that identifies the visitor', async () => {
    const { widget, clock, record, sent } = create()
    await refreshProviderData(widget)
    const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    const uri = 'wc:0f0f@2?symKey=aabbccdd&relay-protocol=irn'
    record('CONNECT_PROXY_ERROR', {
      message: `no link for ${address}`,
      uri,
      mobile_link: 'fox://',
      name: 'Fox',
    })
    record('SELECT_WALLET', {
      name: `Fox ${address}`,
      platform: 'qrcode',
      address,
      url: 'https://a/b',
    })
    record('CONNECT_SUCCESS', { name: 'https://shop.test/private?token=1', method: uri })
    record('SOCIAL_LOGIN_STARTED', { provider: 'ann@example.org' })
    record('OPEN_SEND', {
      network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      isSmartAccount: false,
    })
    record('SWITCH_NETWORK', { network: `eip155:1:${address}` })
    await clock.advance(minute)
    const text = JSON.stringify(sent().map(({ props }) => props))
    for (const secret of [address.slice(2), 'symKey', 'token', '://', 'ann@', 'wc:']) {
      expect(text).not.toContain(secret)
    }
    expect(sent().map(({ props }) => props.properties)).toEqual([
      { name: 'Fox' },
      { platform: 'qrcode' },
      {},
      {},
      { network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', isSmartAccount: false },
      {},
    ])
  })

  test('raise one alert when the provider rejects them repeatedly', async () => {
    const { widget, clock, record, provider } = create()
    await refreshProviderData(widget)
    const { notice } = widget.stores
    provider.answer('sendEvents', () => {
      throw new ProviderError('refused', { status: 403 })
    })
    record('MODAL_OPEN')
    record('MODAL_CLOSE')
    await clock.advance(minute)
    expect(notice.get().alert?.short).toBe('Invalid App Configuration')
    notice.set({ alert: undefined })
    record('MODAL_OPEN')
    await clock.advance(minute)
    expect(notice.get().alert).toBeUndefined()
  })

  test('stop after `destroy`', async () => {
    const { widget, clock, record, sent, end } = create()
    await refreshProviderData(widget)
    record('MODAL_OPEN')
    end()
    record('MODAL_CLOSE')
    await clock.advance(minute)
    expect(sent()).toEqual([])
  })
})

describe('error reports', () => {
  test('contain only the code and are limited to five per minute', async () => {
    const { widget, clock, sent } = create()
    await refreshProviderData(widget)
    for (let turn = 0; turn < 8; turn += 1)
      recordProviderError(widget, new ProviderError('server-error'))
    await clock.advance(minute)
    expect(sent()).toHaveLength(5)
    expect(sent()[0]?.props).toEqual({
      type: 'error',
      event: 'API_ERROR',
      properties: { code: 'provider/server-error' },
    })
    recordProviderError(widget, new ProviderError('malformed'))
    await clock.advance(minute)
    expect(sent().at(-1)?.props.event).toBe('DATA_PARSING_ERROR')
    expect(sent()).toHaveLength(6)
  })
})
