import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnnouncedWallet } from './family.js'
import type { Device } from './ports.js'
import {
  downloadLinks,
  downloadWay,
  fillLink,
  pairingLink,
  sameRdns,
  walletPlatforms,
} from './walletLinks.js'

const desktop: Device = {
  isMobile: false,
  isIos: false,
  isAndroid: false,
  isSafari: false,
  isTelegram: false,
  isIframe: false,
  savesData: false,
}
const iphone: Device = { ...desktop, isMobile: true, isIos: true, isSafari: true }
const android: Device = { ...desktop, isMobile: true, isAndroid: true }

const acme: WalletListing = {
  id: 'acme',
  name: 'Acme',
  rdns: 'com.acme',
  mobile_link: 'acme://',
  webapp_link: 'https://app.acme.example',
  desktop_link: 'acme-desktop:',
  homepage: 'https://acme.example',
}

function announced(wallet: Partial<AnnouncedWallet>): AnnouncedWallet {
  return {
    id: 'com.acme',
    namespace: 'eip155',
    type: 'ANNOUNCED',
    name: 'Acme',
    open: () => {
      throw new Error('not opened here')
    },
    ...wallet,
  }
}

const uri = 'wc:0f0f@2?symKey=aa&relay-protocol=irn'
const encoded = encodeURIComponent(uri)

describe('the ways into a wallet', () => {
  test('without a wallet there is only the code', () => {
    expect(walletPlatforms(undefined, { device: iphone, announced: [] })).toEqual(['qrcode'])
  })

  test('on a computer: code, web, desktop and the extension that is missing', () => {
    expect(walletPlatforms(acme, { device: desktop, announced: [] })).toEqual([
      'qrcode',
      'web',
      'desktop',
      'unsupported',
    ])
  })

  test('an installed wallet comes first and is not reported missing', () => {
    const there = [announced({ rdns: 'com.acme' })]
    expect(walletPlatforms(acme, { device: desktop, announced: there })).toEqual([
      'browser',
      'qrcode',
      'web',
      'desktop',
    ])
  })

  test('on a phone: the app, no code and no desktop app', () => {
    expect(walletPlatforms(acme, { device: iphone, announced: [] })).toEqual([
      'mobile',
      'web',
      'unsupported',
    ])
  })

  test('a wallet with nothing but a name cannot be reached', () => {
    expect(walletPlatforms({ id: 'x', name: 'X' }, { device: desktop, announced: [] })).toEqual([
      'unsupported',
    ])
  })

  test('the in-app browser of a wallet counts as that wallet', () => {
    expect(sameRdns('io.metamask.mobile', 'io.metamask')).toBe(true)
    expect(sameRdns(undefined, undefined)).toBe(false)
  })
})

describe('links with a pairing address', () => {
  test.each([
    ['acme', `acme://wc?uri=${encoded}`],
    ['acme:', `acme://wc?uri=${encoded}`],
    ['acme://', `acme://wc?uri=${encoded}`],
    ['acme://x', `acme://x/wc?uri=${encoded}`],
    ['https://acme.example', `https://acme.example/wc?uri=${encoded}`],
    ['https://acme.example/go/', `https://acme.example/go/wc?uri=${encoded}`],
  ])('%s', (link, expected) => {
    expect(fillLink(link, uri)).toBe(expected)
  })

  test.each([
    'javascript://%0aalert(1)',
    'JavaScript:alert(1)',
    'data://text/html,hi',
    'file://etc',
    'a b://',
    '://',
    '',
  ])('refuses %j', (link) => {
    expect(fillLink(link, uri)).toBeUndefined()
  })

  test('whatever the link, the result never runs in the page', () => {
    fc.assert(
      fc.property(fc.string(), (link) => {
        const filled = fillLink(link, uri)
        return filled === undefined || !/^\s*(javascript|data|vbscript|blob|file):/i.test(filled)
      }),
    )
  })

  test('a phone opens it in place, a frame at the top, Telegram in a new window', () => {
    const link = (device: Device) =>
      pairingLink({ listing: acme, platform: 'mobile', uri, device, prefersUniversalLinks: false })
    expect(link(iphone)).toEqual({ url: `acme://wc?uri=${encoded}`, target: '_self' })
    expect(link({ ...iphone, isIframe: true })?.target).toBe('_top')
    expect(link({ ...iphone, isTelegram: true })?.target).toBe('_blank')
  })

  test('Telegram on Android decodes once too often, so native links are encoded twice', () => {
    const device = { ...android, isTelegram: true }
    const link = (listing: WalletListing) =>
      pairingLink({ listing, platform: 'mobile', uri, device, prefersUniversalLinks: false })?.url
    expect(link(acme)).toBe(`acme://wc?uri=${encodeURIComponent(encoded)}`)
    expect(link({ ...acme, mobile_link: 'https://acme.example/' })).toBe(
      `https://acme.example/wc?uri=${encoded}`,
    )
  })

  test('web and desktop wallets open in a new window', () => {
    for (const platform of ['web', 'desktop'] as const) {
      const link = pairingLink({
        listing: acme,
        platform,
        uri,
        device: desktop,
        prefersUniversalLinks: false,
      })
      expect(link?.target).toBe('_blank')
    }
  })

  test('universal links are used only where they are preferred and known', () => {
    const listing = { ...acme, link_mode: 'https://link.acme.example' }
    const url = (listing: WalletListing, prefersUniversalLinks: boolean) =>
      pairingLink({ listing, platform: 'mobile', uri, device: iphone, prefersUniversalLinks })?.url
    expect(url(listing, true)).toBe(`https://link.acme.example/wc?uri=${encoded}`)
    expect(url(listing, false)).toBe(`acme://wc?uri=${encoded}`)
    expect(url(acme, true)).toBe(`acme://wc?uri=${encoded}`)
  })
})

describe('where to get a wallet', () => {
  const stores: WalletListing = {
    ...acme,
    chrome_store: 'https://chrome.example/acme',
    app_store: 'https://apps.example/acme',
    play_store: 'https://play.example/acme',
  }

  test('only web addresses are offered', () => {
    const listing = { ...stores, homepage: 'javascript:alert(1)' }
    expect(downloadLinks(listing).map(({ source }) => source)).toEqual([
      'chrome_store',
      'app_store',
      'play_store',
    ])
  })

  test('a computer gets the choice, or the only place there is', () => {
    expect(downloadWay(stores, desktop)).toEqual({ to: 'choice' })
    expect(downloadWay(acme, desktop)).toEqual({ to: 'link', url: 'https://acme.example' })
  })

  test('a phone goes to its store, else to the homepage, else nowhere', () => {
    expect(downloadWay(stores, iphone)).toEqual({ to: 'link', url: 'https://apps.example/acme' })
    expect(downloadWay(stores, android)).toEqual({ to: 'link', url: 'https://play.example/acme' })
    expect(downloadWay(acme, android)).toEqual({ to: 'link', url: 'https://acme.example' })
    expect(downloadWay({ id: 'x', name: 'X' }, iphone)).toBeUndefined()
  })
})
