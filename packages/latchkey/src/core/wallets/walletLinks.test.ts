import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acme } from '../../../fixtures/acmeWallet.js'
import { android, desktop, iphone } from '../../../fixtures/devices.js'
import type { Device } from '../runtime/ports.js'
import { getPairingLink, toPairingLink } from './walletLinks.js'

const uri = 'wc:0f0f@2?symKey=aa&relay-protocol=irn'
const encoded = encodeURIComponent(uri)

describe('links with a pairing address', () => {
  test.each([
    ['acme', `acme://wc?uri=${encoded}`],
    ['acme:', `acme://wc?uri=${encoded}`],
    ['acme://', `acme://wc?uri=${encoded}`],
    ['acme://x', `acme://x/wc?uri=${encoded}`],
    ['https://acme.example', `https://acme.example/wc?uri=${encoded}`],
    ['https://acme.example/go/', `https://acme.example/go/wc?uri=${encoded}`],
  ])('%s', (link, expected) => {
    expect(toPairingLink(link, uri)).toBe(expected)
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
    expect(toPairingLink(link, uri)).toBeUndefined()
  })

  test('whatever the link, the result never runs in the page', () => {
    fc.assert(
      fc.property(fc.string(), (link) => {
        const filled = toPairingLink(link, uri)
        return filled === undefined || !/^\s*(javascript|data|vbscript|blob|file):/i.test(filled)
      }),
    )
  })

  test('a phone opens it in place, a frame at the top, Telegram in a new window', () => {
    const link = (device: Device) =>
      getPairingLink({
        listing: acme,
        platform: 'mobile',
        uri,
        device,
        prefersUniversalLinks: false,
      })
    expect(link(iphone)).toEqual({ url: `acme://wc?uri=${encoded}`, target: '_self' })
    expect(link({ ...iphone, isIframe: true })?.target).toBe('_top')
    expect(link({ ...iphone, isTelegram: true })?.target).toBe('_blank')
  })

  test('Telegram on Android decodes once too often, so native links are encoded twice', () => {
    const device = { ...android, isTelegram: true }
    const link = (listing: WalletListing) =>
      getPairingLink({ listing, platform: 'mobile', uri, device, prefersUniversalLinks: false })
        ?.url
    expect(link(acme)).toBe(`acme://wc?uri=${encodeURIComponent(encoded)}`)
    expect(link({ ...acme, mobile_link: 'https://acme.example/' })).toBe(
      `https://acme.example/wc?uri=${encoded}`,
    )
  })

  test('web and desktop wallets open in a new window', () => {
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

  test('universal links are used only where they are preferred and known', () => {
    const listing = { ...acme, link_mode: 'https://link.acme.example' }
    const url = (listing: WalletListing, prefersUniversalLinks: boolean) =>
      getPairingLink({ listing, platform: 'mobile', uri, device: iphone, prefersUniversalLinks })
        ?.url
    expect(url(listing, true)).toBe(`https://link.acme.example/wc?uri=${encoded}`)
    expect(url(listing, false)).toBe(`acme://wc?uri=${encoded}`)
    expect(url(acme, true)).toBe(`acme://wc?uri=${encoded}`)
  })
})
