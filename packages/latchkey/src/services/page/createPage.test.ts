import { afterEach, describe, expect, it, vi } from 'vitest'
import { hostileLinks } from '../../../../wire/fixtures/hostileLinks.js'
import { android } from '../../../fixtures/devices.js'
import type { Device } from '../../core/runtime/ports.js'
import { dappLinks, getDappLink } from '../../core/wallets/walletLinks.js'
import { createPage } from './createPage.js'

const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36',
  ipad: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0',
  desktop: 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0',
}

/** As these apps identify themselves. */
const inAppAgents = {
  'Instagram on iOS': {
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 334.0.4.32.98 (iPhone14,5; iOS 17_5; en_US; scale=3.00; 1170x2532)',
    inApp: 'intents',
  },
  'Instagram on Android': {
    agent:
      'Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0 Mobile Safari/537.36 Instagram 334.0.0.42.95 Android',
    inApp: 'intents',
  },
  'Facebook on Android': {
    agent:
      'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/466.0.0.55.85;]',
    inApp: 'intents',
  },
  'TikTok on Android': {
    agent:
      'Mozilla/5.0 (Linux; Android 13; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0 Mobile Safari/537.36 trill_340503 BytedanceWebview/d8a21c6',
    inApp: 'other',
  },
  'another app on Android': {
    agent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0 Mobile Safari/537.36',
    inApp: 'other',
  },
} as const

function openPage({
  agent = agents.desktop,
  media = [] as readonly string[],
  extra = {} as object,
  navigator = {} as object,
} = {}) {
  const open = vi.fn()
  const window = {
    navigator: { userAgent: agent, ...navigator },
    location: { href: 'https://site.test/page', origin: 'https://site.test' },
    matchMedia: (query: string) => ({ matches: media.includes(query) }),
    open,
    ...extra,
  }
  vi.stubGlobal('window', { self: window, top: window, ...window })
  return { page: createPage(), open }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('links', () => {
  it('opens no hostile link', () => {
    const { page, open } = openPage()
    for (const link of hostileLinks) page.openLink(link, '_self')
    expect(open.mock.calls.map(([url]) => url)).toEqual([])
  })

  it('opens pages, wallets and our own intents', () => {
    const { page, open } = openPage()
    const [phantom = ''] = Object.keys(dappLinks)
    const at = (address: string) => ({ device: android, address: () => address })
    const intent = getDappLink(phantom, ['solana'], at('https://site.test/a?b=(c)#d'))
    const long = getDappLink(phantom, ['solana'], at(`https://site.test/${'?'.repeat(4_000)}`))
    expect(intent).toMatch(/^intent:/)
    const pairing = 'intent://open/wc?uri=wc%3A1#Intent;scheme=acme;package=com.acme;end'
    const later = 'intent://wc?sessionTopic=0f#Intent;scheme=acme;package=com.acme;end'
    const own = ['https://wallet.example/', 'acme://wc?uri=wc%3A1', pairing, later]
    const links = [...own, intent, long] as string[]
    for (const link of links) page.openLink(link, '_self')
    expect(open.mock.calls.map(([url]) => url)).toEqual(links)
  })

  it.each([
    'intent://wc?uri=wc%3A1#Intent;scheme=javascript;package=com.acme;end',
    'intent://wc?uri=wc%3A1#Intent;scheme=https;package=com.acme;end',
    'intent://wc?uri=wc%3A1#Intent;scheme=acme;package=a;S.browser_fallback_url=https%3A%2F%2Fx;end',
    'intent://wc?uri=wc%3A1#Intent;scheme=acme;component=com.acme/.Main;end',
    'intent://wc?uri=wc%3A1#Intent;scheme=acme;end',
    'intent://pay?to=0x1#Intent;scheme=acme;package=com.acme;end',
  ])('opens no intent but one with a pairing URI for one app: %s', (link) => {
    const { page, open } = openPage()
    page.openLink(link, '_self')
    expect(open).not.toHaveBeenCalled()
  })

  it("opens web links by Telegram's own call in a mini app, other links in a new window", () => {
    const openLink = vi.fn()
    const { page, open } = openPage({ extra: { Telegram: { WebApp: { openLink } } } })
    page.openLink('https://acme.example/wc?uri=wc%3A1', '_self')
    page.openLink('acme://wc?uri=wc%3A1', '_self')
    page.openLink('javascript:alert(1)', '_self')
    expect(openLink.mock.calls).toEqual([['https://acme.example/wc?uri=wc%3A1']])
    expect(open.mock.calls.map(([url, target]) => [url, target])).toEqual([
      ['acme://wc?uri=wc%3A1', '_blank'],
    ])
  })
})

describe('device', () => {
  const nothing: Device = {
    isMobile: false,
    isIos: false,
    isAndroid: false,
    isSafari: false,
    isTelegram: false,
    isIframe: false,
  }
  const cases: readonly [string, Parameters<typeof openPage>[0], Partial<Device>][] = [
    ['desktop', {}, {}],
    ['iPhone', { agent: agents.iphone }, { isMobile: true, isIos: true, isSafari: true }],
    ['Android', { agent: agents.android }, { isMobile: true, isAndroid: true, isSafari: true }],
    ['touch screen', { media: ['(pointer: coarse)'] }, { isMobile: true }],
    ['iPad', { agent: agents.ipad, media: ['(pointer: coarse)'] }, { isMobile: true, isIos: true }],
    ...Object.entries(inAppAgents).map(([name, { agent, inApp }]): (typeof cases)[number] => [
      name,
      { agent },
      {
        isMobile: true,
        inApp,
        isIos: agent.includes('iPhone'),
        isAndroid: agent.includes('Android'),
        isSafari: agent.includes('Safari'),
      },
    ]),
    ['Telegram', { extra: { TelegramWebviewProxy: {} } }, { isTelegram: true }],
    ['frame', { extra: { top: {} } }, { isIframe: true }],
  ]
  it.each(cases)('detects: %s', (_, setting, expected) => {
    expect(openPage(setting).page.device).toEqual({ ...nothing, ...expected })
  })

  it('is all false without a window', () => {
    expect(createPage().device).toEqual(nothing)
  })
})

describe('openLink', () => {
  it('opens without an opener or a referrer', () => {
    const { page, open } = openPage()
    page.openLink('wallet://wc?uri=x', '_self')
    expect(open).toHaveBeenCalledExactlyOnceWith(
      'wallet://wc?uri=x',
      '_self',
      'noreferrer noopener',
    )
  })

  it('opens a new tab in Telegram', () => {
    const { page, open } = openPage({ extra: { Telegram: {} } })
    page.openLink('https://wallet.test', '_self')
    expect(open.mock.lastCall?.[1]).toBe('_blank')
  })

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>',
    'blob:https://site.test/1',
    'https://',
  ])('rejects %j', (url) => {
    const { page, open } = openPage()
    page.openLink(url, '_self')
    expect(open).not.toHaveBeenCalled()
  })
})

describe('copyText', () => {
  const writing = (result: () => Promise<void>) =>
    vi.stubGlobal('navigator', { clipboard: { writeText: vi.fn(result) } })

  /** A document with a working copy command. */
  function allowCopyCommand(isAllowed: boolean) {
    const listeners = new Map<string, (event: unknown) => void>()
    const setData = vi.fn()
    vi.stubGlobal('window', {
      navigator: { userAgent: '' },
      addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
      removeEventListener: (type: string) => listeners.delete(type),
    })
    vi.stubGlobal('document', {
      execCommand(command: string) {
        if (isAllowed) {
          listeners.get(command)?.({ clipboardData: { setData }, preventDefault() {} })
        }
        return isAllowed
      },
    })
    return { setData, listeners }
  }

  it('uses the clipboard', async () => {
    writing(async () => {})
    await createPage().copyText('0xab')
    expect(navigator.clipboard.writeText).toHaveBeenCalledExactlyOnceWith('0xab')
  })

  it.each([
    ['refused', () => writing(() => Promise.reject(new Error('denied')))],
    ['absent', () => vi.stubGlobal('navigator', {})],
  ])('falls back to the copy command when the clipboard is %s', async (_, prepare) => {
    prepare()
    const { setData, listeners } = allowCopyCommand(true)
    await createPage().copyText('0xab')
    expect(setData).toHaveBeenCalledExactlyOnceWith('text/plain', '0xab')
    expect(listeners.size).toBe(0)
  })

  it('throws when copying is not allowed', async () => {
    writing(() => Promise.reject(new Error('denied')))
    const { listeners } = allowCopyCommand(false)
    await expect(createPage().copyText('0xab')).rejects.toMatchObject({
      cause: { message: 'denied' },
    })
    expect(listeners.size).toBe(0)
  })

  it('throws without a page', async () => {
    vi.stubGlobal('navigator', undefined)
    await expect(createPage().copyText('0xab')).rejects.toThrow()
  })
})

describe('metadata', () => {
  const elements = (found: Readonly<Record<string, object>>) =>
    vi.stubGlobal('document', {
      title: 'Site',
      querySelector: (query: string) => found[query] ?? null,
    })

  it('is read from the page', () => {
    const { page } = openPage()
    elements({
      'meta[property="og:description"]': { content: 'For sharing' },
      'meta[name=description]': { content: 'For searching' },
      'link[rel~=icon]': { href: 'https://site.test/icon.png' },
    })
    expect(page.metadata()).toEqual({
      name: 'Site',
      description: 'For sharing',
      url: 'https://site.test',
      icons: ['https://site.test/icon.png'],
    })
  })

  it('falls back when the page has no metadata', () => {
    const { page } = openPage()
    elements({ 'meta[name=description]': { content: 'For searching' } })
    expect(page.metadata()).toMatchObject({ description: 'For searching', icons: [] })
    vi.stubGlobal('document', undefined)
    expect(page.metadata()).toEqual({ name: '', description: '', url: '', icons: [] })
  })
})
