import { expect, it } from 'vitest'
import { android, desktop, iphone } from '../../../fixtures/devices.js'
import type { Device } from '../runtime/ports.js'
import { dappLinks, getDappLink } from './walletLinks.js'
import { isSupportedOn } from './walletListings.js'
import { walletPlatforms } from './walletPlatforms.js'

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
  ['somebody else', 'solana', iphone, undefined],
] as const)('%s on %s', (wallet, namespace, device, link) => {
  expect(getDappLink(wallet, [namespace], at(device))).toBe(link)
})

it('packs the page into the link of a mini-app, and that into one for the web', () => {
  const link = new URL(getDappLink(binance, ['bip122'], at(android)) ?? '')
  expect(link.origin + link.pathname).toBe('https://app.binance.com/en/download')
  const app = new URL(atob(link.searchParams.get('_dp') ?? ''))
  expect(`${app.protocol}//${app.host}${app.pathname}`).toBe('bnc://app.binance.com/mp/app')
  expect(atob(app.searchParams.get('startPagePath') ?? '')).toBe('/pages/browser/index')
  expect(atob(app.searchParams.get('startPageQuery') ?? '')).toBe(
    `url=${new URL(page).href}&defaultChainId=1`,
  )
})

it('takes the first family the wallet serves', () => {
  expect(getDappLink(solflare, ['eip155', 'solana'], at(iphone))).toContain('solflare.com')
  expect(getDappLink(coinbase, ['eip155', 'solana'], at(iphone))).toContain('cbwallet:')
})

it.each(Object.keys(dappLinks))('%s is offered on phones without any other link', (id) => {
  const listing = { id, name: 'Wallet', rdns: 'com.wallet' }
  expect(isSupportedOn(listing, iphone)).toBe(true)
  const modalContext = { device: iphone, announced: [], opensPages: true }
  expect(walletPlatforms(listing, modalContext)).toEqual(['dapp'])
  expect(isSupportedOn({ ...listing, id: 'f'.repeat(64) }, iphone)).toBe(false)
})
