import { isWebLink } from '@latchkey/wire/links'
import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import type { AnnouncedWallet } from '../connection/family.js'
import type { Device } from '../runtime/ports.js'
import { matchesListing } from './installedWallets.js'

/** The ways into a wallet that a listing can offer. */
export type WalletPlatform =
  | 'browser'
  | 'dapp'
  | 'qrcode'
  | 'mobile'
  | 'web'
  | 'desktop'
  | 'unsupported'

export type DownloadSource = 'chrome_store' | 'app_store' | 'play_store' | 'homepage'

export type DownloadLink = { readonly source: DownloadSource; readonly url: string }

/** How a listing can be reached on this device, best way first; never empty. */
export function walletPlatforms(
  listing: WalletListing | undefined,
  modalContext: {
    readonly device: Device
    readonly announced: readonly AnnouncedWallet[]
    /** Its app can open this page in a browser of its own. */
    readonly opensPages?: boolean
  },
): readonly [WalletPlatform, ...WalletPlatform[]] {
  if (!listing) return ['qrcode']
  const { device, announced, opensPages = false } = modalContext
  const isInstalled = announced.some((wallet) => matchesListing(listing, wallet))
  const platforms: WalletPlatform[] = []
  if (isInstalled) platforms.push('browser')
  else if (opensPages) platforms.push('dapp')
  if (listing.mobile_link) platforms.push(device.isMobile ? 'mobile' : 'qrcode')
  if (listing.webapp_link) platforms.push('web')
  if (listing.desktop_link && !device.isMobile) platforms.push('desktop')
  if (listing.rdns && !isInstalled && !opensPages) platforms.push('unsupported')
  const [first = 'unsupported', ...rest] = platforms
  return [first, ...rest]
}

const downloadSources = ['chrome_store', 'app_store', 'play_store', 'homepage'] as const

/** Where a wallet can be had from; only web addresses. */
export function getDownloadLinks(listing: WalletListing): readonly DownloadLink[] {
  return downloadSources.flatMap((source) => {
    const url = listing[source]
    return isWebLink(url) ? [{ source, url }] : []
  })
}

/** What "Get" does on this device: straight to the one right place, or to the choice of places. */
export function getDownloadAction(
  listing: WalletListing,
  device: Device,
): { readonly to: 'link'; readonly url: string } | { readonly to: 'choice' } | undefined {
  const links = getDownloadLinks(listing)
  const store = device.isIos ? 'app_store' : device.isAndroid ? 'play_store' : undefined
  const right = store
    ? (links.find(({ source }) => source === store) ??
      links.find(({ source }) => source === 'homepage'))
    : links.length === 1
      ? links[0]
      : undefined
  if (right) return { to: 'link', url: right.url }
  return links.length > 1 && !device.isMobile ? { to: 'choice' } : undefined
}
