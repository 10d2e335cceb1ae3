import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import { describe, expect, test } from 'vitest'
import { acme } from '../../../fixtures/acmeWallet.js'
import { android, desktop, iphone } from '../../../fixtures/devices.js'
import type { AnnouncedWallet } from '../connection/family.js'
import { isSameRdns } from './installedWallets.js'
import { getDownloadAction, getDownloadLinks, walletPlatforms } from './walletPlatforms.js'

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
    expect(isSameRdns('io.metamask.mobile', 'io.metamask')).toBe(true)
    expect(isSameRdns(undefined, undefined)).toBe(false)
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
    expect(getDownloadLinks(listing).map(({ source }) => source)).toEqual([
      'chrome_store',
      'app_store',
      'play_store',
    ])
  })

  test('a computer gets the choice, or the only place there is', () => {
    expect(getDownloadAction(stores, desktop)).toEqual({ to: 'choice' })
    expect(getDownloadAction(acme, desktop)).toEqual({ to: 'link', url: 'https://acme.example' })
  })

  test('a phone goes to its store, else to the homepage, else nowhere', () => {
    expect(getDownloadAction(stores, iphone)).toEqual({
      to: 'link',
      url: 'https://apps.example/acme',
    })
    expect(getDownloadAction(stores, android)).toEqual({
      to: 'link',
      url: 'https://play.example/acme',
    })
    expect(getDownloadAction(acme, android)).toEqual({ to: 'link', url: 'https://acme.example' })
    expect(getDownloadAction({ id: 'x', name: 'X' }, iphone)).toBeUndefined()
  })
})
