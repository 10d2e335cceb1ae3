import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { hostileLinks, notLinks } from '../fixtures/hostileLinks.js'
import { parseFrameEvent } from './frame/events.js'
import { iconAddress } from './http/fields.js'
import { createOnrampUrl } from './http/onramp.js'
import { getWallets } from './http/wallets.js'
import { isImageLink, isWebLink } from './links.js'
import { startFarcaster, startSocial } from './login/social.js'
import { toWalletLink } from './walletLinks.js'

/** The hostile links that pass the check, so that a failure shows them. */
const passing = (check: (link: string) => unknown) =>
  hostileLinks.filter((link) => check(link) !== undefined && check(link) !== false)

const listingFields = [
  ...['homepage', 'image_url', 'mobile_link', 'link_mode', 'desktop_link', 'webapp_link'],
  ...['app_store', 'play_store', 'chrome_store'],
]

const resultOf = (endpoint: { response?: v.GenericSchema }, body: unknown): unknown => {
  const result = v.safeParse(endpoint.response as v.GenericSchema, body)
  return result.success ? result.output : undefined
}

describe('hostile link', () => {
  it('has at least 400 variants', () => {
    expect(new Set(hostileLinks).size).toBeGreaterThanOrEqual(400)
  })

  it.each([
    ['isWebLink', isWebLink],
    ['isImageLink', isImageLink],
    ['toWalletLink', toWalletLink],
  ])('is rejected by %s', (_, check) => {
    expect(passing(check)).toEqual([])
    for (const value of notLinks) expect(check(value) || undefined).toBeUndefined()
  })

  it.each(listingFields)('is dropped from %s of a listing without losing the list', (field) => {
    const read = (link: string) => {
      const wallets = [
        { id: 'a', name: 'A', [field]: link },
        { id: 'b', name: 'B' },
      ]
      const result = resultOf(getWallets, { data: wallets, count: 2 }) as {
        data: Record<string, unknown>[]
      }
      expect(result.data).toHaveLength(2)
      return result.data[0]?.[field]
    }
    expect(passing(read)).toEqual([])
  })

  it('becomes empty as an icon URL', () => {
    const read = (link: string) => v.parse(iconAddress, link)
    expect(passing((link) => read(link) !== '')).toEqual([])
    expect(read('https://cdn.example/eth.png')).toBe('https://cdn.example/eth.png')
  })

  it.each([
    ['GET_FARCASTER_URI', 'url'],
    ['GET_SOCIAL_REDIRECT_URI', 'uri'],
  ])('is rejected in the login frame response to %s', (name, field) => {
    const read = (link: string) =>
      parseFrameEvent({
        id: 'a'.repeat(32),
        type: `@w3m-frame/${name}_SUCCESS`,
        payload: { [field]: link },
      })
    expect(passing(read)).toEqual([])
    expect(read('https://farcaster.example/~/connect')).toBeDefined()
  })

  it('is rejected as an onramp, social or Farcaster URL', () => {
    const flow = { flowId: crypto.randomUUID(), expiresAt: 1, number: '12' }
    expect(passing((url) => resultOf(createOnrampUrl, { url }))).toEqual([])
    expect(passing((uri) => resultOf(startSocial, { ...flow, uri }))).toEqual([])
    expect(passing((url) => resultOf(startFarcaster, { ...flow, url }))).toEqual([])
  })
})

it('checks very long links in bounded time', () => {
  for (const part of ['a', 'a.', 'a-', '.', '/', '1.', 'ä']) {
    const long = part.repeat(2_000).slice(0, 2_000)
    for (const link of [`https://${long}!`, `http://${long}!`, `${long}://\\`]) {
      expect(isWebLink(link)).toBe(false)
      expect(toWalletLink(link)).toBeUndefined()
    }
  }
})

describe('valid link', () => {
  it.each([
    'https://wallet.example',
    'HTTPS://Wallet.example:8443/a?b=c#d',
    'https://wallet.example/%F0%9F%A6%8A',
    'http://localhost:4404/x',
    'http://127.0.0.1:4404',
    'http://[::1]:4404/',
    'http://app.localhost:5173/',
  ])('is accepted as a web link: %s', (link) => {
    expect(isWebLink(link)).toBe(true)
    expect(toWalletLink(link)).toBe(link)
  })

  it.each([
    ['acme', 'acme://'],
    ['acme:', 'acme://'],
    ['acme://', 'acme://'],
    ['fireblocks-wc://', 'fireblocks-wc://'],
    ['kucoin:///wallet/walletConnect', 'kucoin:///wallet/walletConnect'],
    ['bybitapp://open/route?targetUrl=by://web3', 'bybitapp://open/route?targetUrl=by://web3'],
  ])('is accepted as a wallet link: %s', (link, expected) => {
    expect(toWalletLink(link)).toBe(expected)
    expect(isWebLink(link)).toBe(false)
  })

  it('is accepted as an image, also as a data URL', () => {
    expect(isImageLink('https://wallet.example/a.png')).toBe(true)
    expect(isImageLink('data:image/png;base64,AA==')).toBe(true)
    expect(isImageLink('data:image/svg+xml;base64,PHN2Zz4=')).toBe(true)
    expect(isImageLink('data:image/svg+xml,%3Csvg xmlns="a"/%3E')).toBe(true)
    expect(isImageLink('data:imagex/png;base64,AA==')).toBe(false)
  })
})
