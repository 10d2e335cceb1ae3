import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acme } from '../../../fixtures/acmeWallet.js'
import { android, desktop, iphone } from '../../../fixtures/devices.js'
import type { Device } from '../runtime/ports.js'
import {
  dappLinks,
  getDappLink,
  getMobileLinks,
  getPairingLink,
  toPairingLink,
  withPath,
} from './walletLinks.js'
import { isSupportedOn } from './walletListings.js'
import { walletPlatforms } from './walletPlatforms.js'

const uri = 'wc:0f0f@2?symKey=aa&relay-protocol=irn'
const encoded = encodeURIComponent(uri)

describe('getPairingLink', () => {
  it.each([
    ['acme', `acme://wc?uri=${encoded}`],
    ['acme:', `acme://wc?uri=${encoded}`],
    ['acme://', `acme://wc?uri=${encoded}`],
    ['acme://x', `acme://x/wc?uri=${encoded}`],
    ['https://acme.example', `https://acme.example/wc?uri=${encoded}`],
    ['https://acme.example/go/', `https://acme.example/go/wc?uri=${encoded}`],
  ])('turns %s into %s', (link, expected) => {
    expect(toPairingLink(link, uri)).toBe(expected)
  })

  it.each([
    'javascript://%0aalert(1)',
    'JavaScript:alert(1)',
    'data://text/html,hi',
    'file://etc',
    'a b://',
    '://',
    '',
  ])('rejects %j', (link) => {
    expect(toPairingLink(link, uri)).toBeUndefined()
  })

  it('never returns a link that runs a script', () => {
    fc.assert(
      fc.property(fc.string(), (link) => {
        const filled = toPairingLink(link, uri)
        return filled === undefined || !/^\s*(javascript|data|vbscript|blob|file):/i.test(filled)
      }),
    )
  })

  it('opens in place on a phone, at the top in a frame, in a new window in Telegram', () => {
    const link = (device: Device) =>
      getPairingLink({
        listing: acme,
        platform: 'mobile',
        uri,
        device,
        prefersUniversalLinks: false,
      })
    expect(link(iphone)).toEqual({
      url: `acme://wc?uri=${encoded}`,
      base: 'acme://',
      target: '_self',
    })
    expect(link({ ...iphone, isIframe: true })?.target).toBe('_top')
    expect(link({ ...iphone, isTelegram: true })?.target).toBe('_blank')
  })

  it('encodes native links twice for Telegram on Android', () => {
    const device = { ...android, isTelegram: true }
    const link = (listing: WalletListing) =>
      getPairingLink({ listing, platform: 'mobile', uri, device, prefersUniversalLinks: false })
        ?.url
    expect(link(acme)).toBe(`acme://wc?uri=${encodeURIComponent(encoded)}`)
    expect(link({ ...acme, mobile_link: 'https://acme.example/' })).toBe(
      `https://acme.example/wc?uri=${encoded}`,
    )
  })

  describe('in a browser inside another app', () => {
    const play_store = 'https://play.google.com/store/apps/details?id=com.acme.app'
    const both = { ...acme, link_mode: 'https://acme.example/app', play_store }
    const link = (listing: WalletListing, device: Device) =>
      getPairingLink({ listing, platform: 'mobile', uri, device, prefersUniversalLinks: false })
    const intent = '#Intent;scheme=acme;package=com.acme.app;end'

    it('sends an intent that names the app where Android passes it on', () => {
      const device = { ...android, inApp: 'intents' } as const
      expect(link(both, device)).toEqual({
        url: `intent://wc?uri=${encoded}${intent}`,
        base: `intent://${intent}`,
        target: '_self',
      })
      const web = { ...both, mobile_link: 'https://acme.example' }
      expect(link(web, device)?.url).toBe(`https://acme.example/wc?uri=${encoded}`)
    })

    it.each([
      ['an app that passes no intents on', { ...android, inApp: 'other' }, both],
      ['a wallet without a package', { ...android, inApp: 'intents' }, { ...both, play_store: '' }],
      ['Telegram', { ...iphone, isTelegram: true }, both],
    ] as const)('uses the universal link for %s', (_, device, listing) => {
      expect(link(listing, device)?.url).toBe(`https://acme.example/app/wc?uri=${encoded}`)
    })

    it("keeps the app's own scheme on iOS, where it opens or does nothing", () => {
      for (const inApp of ['intents', 'other'] as const) {
        expect(link(both, { ...iphone, inApp })?.url).toBe(`acme://wc?uri=${encoded}`)
      }
    })

    it('opens the same app for later requests', () => {
      const topic = 'wc?sessionTopic=ab'
      expect(withPath('acme://', topic)).toBe('acme://wc?sessionTopic=ab')
      expect(withPath(`intent://x/${intent}`, topic)).toBe(`intent://x/${topic}${intent}`)
    })
  })

  it("has the app's other link for a second try", () => {
    const listing = { ...acme, link_mode: 'https://link.acme.example' }
    const url = (one: WalletListing, prefersUniversalLinks: boolean) => {
      const given = { listing: one, platform: 'mobile', uri, device: iphone } as const
      return getPairingLink({ ...given, prefersUniversalLinks, isOther: true })?.url
    }
    expect(url(listing, false)).toBe(`https://link.acme.example/wc?uri=${encoded}`)
    expect(url(listing, true)).toBe(`acme://wc?uri=${encoded}`)
    expect(url(acme, false)).toBeUndefined()
    // An app link would replace the page by an error page there.
    expect(getMobileLinks(listing, { ...android, inApp: 'other' }, false)).toEqual([
      'https://link.acme.example',
    ])
  })

  it('opens web and desktop wallets in a new window', () => {
    for (const platform of ['web', 'desktop'] as const) {
      const link = getPairingLink({
        listing: acme,
        platform,
        uri,
        device: desktop,
        prefersUniversalLinks: false,
      })
      expect(link?.target).toBe('_blank')
    }
  })

  it('uses universal links only if they are preferred and known', () => {
    const listing = { ...acme, link_mode: 'https://link.acme.example' }
    const url = (listing: WalletListing, prefersUniversalLinks: boolean) =>
      getPairingLink({ listing, platform: 'mobile', uri, device: iphone, prefersUniversalLinks })
        ?.url
    expect(url(listing, true)).toBe(`https://link.acme.example/wc?uri=${encoded}`)
    expect(url(listing, false)).toBe(`acme://wc?uri=${encoded}`)
    expect(url(acme, true)).toBe(`acme://wc?uri=${encoded}`)
  })
})

describe('getDappLink', () => {
  const [phantom, solflare, coinbase, binance] = ['a797', '1ca0', 'd0ca', '2faf'].map(
    (start) => Object.keys(dappLinks).find((id) => id.startsWith(start)) ?? '',
  ) as [string, string, string, string]

  const page = 'https://shop.test/cart?item=1&size=ü#pay'
  const written = 'https%3A%2F%2Fshop.test%2Fcart%3Fitem%3D1%26size%3D%25C3%25BC%23pay'
  const at = (device: Device) => ({ device, address: () => new URL(page).href })

  it.each([
    [
      phantom,
      'solana',
      iphone,
      `https://phantom.app/ul/browse/${written}?ref=https%3A%2F%2Fshop.test`,
    ],
    [
      phantom,
      'bip122',
      android,
      `intent://browse/${written}?ref=https%3A%2F%2Fshop.test#Intent;scheme=phantom;package=app.phantom;end`,
    ],
    [phantom, 'polkadot', iphone, undefined],
    [solflare, 'solana', android, `https://solflare.com/ul/v1/browse/${written}?ref=${written}`],
    [solflare, 'eip155', android, undefined],
    [coinbase, 'solana', iphone, `https://go.cb-w.com/dapp?cb_url=${written}`],
    [coinbase, 'eip155', iphone, `cbwallet://miniapp?url=${written}`],
    [binance, 'eip155', iphone, undefined],
    [phantom, 'solana', desktop, undefined],
    ['someone else', 'solana', iphone, undefined],
  ] as const)('opens the page in %s on %s', (wallet, namespace, device, link) => {
    expect(getDappLink(wallet, [namespace], at(device))).toBe(link)
  })

  it('wraps the page in an app link inside a web link', () => {
    const link = new URL(getDappLink(binance, ['bip122'], at(android)) ?? '')
    expect(link.origin + link.pathname).toBe('https://app.binance.com/en/download')
    const app = new URL(atob(link.searchParams.get('_dp') ?? ''))
    expect(`${app.protocol}//${app.host}${app.pathname}`).toBe('bnc://app.binance.com/mp/app')
    expect(atob(app.searchParams.get('startPagePath') ?? '')).toBe('/pages/browser/index')
    expect(atob(app.searchParams.get('startPageQuery') ?? '')).toBe(
      `url=${new URL(page).href}&defaultChainId=1`,
    )
  })

  it('uses the first supported namespace', () => {
    expect(getDappLink(solflare, ['eip155', 'solana'], at(iphone))).toContain('solflare.com')
    expect(getDappLink(coinbase, ['eip155', 'solana'], at(iphone))).toContain('cbwallet:')
  })

  it.each(Object.keys(dappLinks))('supports %s on phones without another link', (id) => {
    const listing = { id, name: 'Wallet', rdns: 'com.wallet' }
    expect(isSupportedOn(listing, iphone)).toBe(true)
    const modalContext = { device: iphone, announced: [], opensPages: true }
    expect(walletPlatforms(listing, modalContext)).toEqual(['dapp'])
    expect(isSupportedOn({ ...listing, id: 'f'.repeat(64) }, iphone)).toBe(false)
  })
})
