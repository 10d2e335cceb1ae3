import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import { describe, expect, it } from 'vitest'
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

describe('walletPlatforms', () => {
  it('is the QR code without a listing', () => {
    expect(walletPlatforms(undefined, { device: iphone, announced: [] })).toEqual(['qrcode'])
  })

  it('lists code, web, desktop and the missing extension on a computer', () => {
    expect(walletPlatforms(acme, { device: desktop, announced: [] })).toEqual([
      'qrcode',
      'web',
      'desktop',
      'unsupported',
    ])
  })

  it('lists an installed wallet first and not as missing', () => {
    const there = [announced({ rdns: 'com.acme' })]
    expect(walletPlatforms(acme, { device: desktop, announced: there })).toEqual([
      'browser',
      'qrcode',
      'web',
      'desktop',
    ])
  })

  it('lists the app, no code and no desktop app on a phone', () => {
    expect(walletPlatforms(acme, { device: iphone, announced: [] })).toEqual([
      'mobile',
      'web',
      'unsupported',
    ])
  })

  it('is unsupported without any link', () => {
    expect(walletPlatforms({ id: 'x', name: 'X' }, { device: desktop, announced: [] })).toEqual([
      'unsupported',
    ])
  })

  it('recognises the in-app browser of a wallet', () => {
    expect(isSameRdns('io.metamask.mobile', 'io.metamask')).toBe(true)
    expect(isSameRdns(undefined, undefined)).toBe(false)
  })
})

describe('getDownloadAction', () => {
  const stores: WalletListing = {
    ...acme,
    chrome_store: 'https://chrome.example/acme',
    app_store: 'https://apps.example/acme',
    play_store: 'https://play.example/acme',
  }

  it('uses only web URLs', () => {
    const listing = { ...stores, homepage: 'javascript:alert(1)' }
    expect(getDownloadLinks(listing).map(({ source }) => source)).toEqual([
      'chrome_store',
      'app_store',
      'play_store',
    ])
  })

  it('shows the choice on a computer, or opens the only page', () => {
    expect(getDownloadAction(stores, desktop)).toEqual({ to: 'choice' })
    expect(getDownloadAction(acme, desktop)).toEqual({ to: 'link', url: 'https://acme.example' })
  })

  it('opens the store on a phone, else the homepage', () => {
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
