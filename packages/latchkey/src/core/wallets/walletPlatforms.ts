import { isWebLink } from '@latchkey/wire/links'
import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import type { AnnouncedWallet } from '../connection/family.js'
import type { Device } from '../runtime/ports.js'
import { matchesListing } from './installedWallets.js'

/** The platforms a wallet can be opened on. */
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

/** The platforms of a listing on this device, best first; never empty. */
export function walletPlatforms(
  listing: WalletListing | undefined,
  context: {
    readonly device: Device
    readonly announced: readonly AnnouncedWallet[]
    /** The wallet app can open this page in its own browser. */
    readonly opensPages?: boolean
  },
): readonly [WalletPlatform, ...WalletPlatform[]] {
  if (!listing) return ['qrcode']
  const { device, announced, opensPages = false } = context
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

/** Download pages of a wallet; only web URLs. */
export function getDownloadLinks(listing: WalletListing): readonly DownloadLink[] {
  return downloadSources.flatMap((source) => {
    const url = listing[source]
    return isWebLink(url) ? [{ source, url }] : []
  })
}

/** What "Get" does on this device: opens the matching page, or shows a choice. */
export function getDownloadAction(
  listing: WalletListing,
  device: Device,
): { readonly to: 'link'; readonly url: string } | { readonly to: 'choice' } | undefined {
  const links = getDownloadLinks(listing)
  const store = device.isIos ? 'app_store' : device.isAndroid ? 'play_store' : undefined
  const match = store
    ? (links.find(({ source }) => source === store) ??
      links.find(({ source }) => source === 'homepage'))
    : links.length === 1
      ? links[0]
      : undefined
  if (match) return { to: 'link', url: match.url }
  return links.length > 1 && !device.isMobile ? { to: 'choice' } : undefined
}
