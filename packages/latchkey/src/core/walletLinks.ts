import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import type { AnnouncedWallet } from './family.js'
import type { Device } from './ports.js'

export type { WalletListing }

/** The ways into a wallet that a listing can offer. */
export type WalletPlatform = 'browser' | 'qrcode' | 'mobile' | 'web' | 'desktop' | 'unsupported'

export type DownloadSource = 'chrome_store' | 'app_store' | 'play_store' | 'homepage'

export type DownloadLink = { readonly source: DownloadSource; readonly url: string }

/** A phone's in-app browser announces this wallet under its own name. */
const sameWallet: Readonly<Record<string, string>> = { 'io.metamask.mobile': 'io.metamask' }

export function sameRdns(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return (sameWallet[one] ?? one) === (sameWallet[other] ?? other)
}

/** Whether a wallet in the page is the one a listing speaks of; names count where ids are missing. */
export function isListingOf(listing: WalletListing, wallet: AnnouncedWallet): boolean {
  if (listing.id === wallet.id || sameRdns(listing.rdns, wallet.rdns)) return true
  return listing.rdns === undefined && listing.name.toLowerCase() === wallet.name.toLowerCase()
}

/** How a listing can be reached on this device, best way first; never empty. */
export function walletPlatforms(
  listing: WalletListing | undefined,
  surroundings: { readonly device: Device; readonly announced: readonly AnnouncedWallet[] },
): readonly [WalletPlatform, ...WalletPlatform[]] {
  if (!listing) return ['qrcode']
  const { device, announced } = surroundings
  const isInstalled = announced.some((wallet) => isListingOf(listing, wallet))
  const platforms: WalletPlatform[] = []
  if (isInstalled) platforms.push('browser')
  if (listing.mobile_link) platforms.push(device.isMobile ? 'mobile' : 'qrcode')
  if (listing.webapp_link) platforms.push('web')
  if (listing.desktop_link && !device.isMobile) platforms.push('desktop')
  if (listing.rdns && !isInstalled) platforms.push('unsupported')
  const [first = 'unsupported', ...rest] = platforms
  return [first, ...rest]
}

export function isWebAddress(link: string): boolean {
  return /^https?:\/\//i.test(link)
}

/** Schemes that run in the page or read the visitor's disk; no wallet has one of these. */
const forbiddenSchemes: ReadonlySet<string> = new Set([
  'javascript',
  'data',
  'vbscript',
  'blob',
  'file',
  'about',
  'view-source',
])

/** Puts a pairing address into a wallet's link; undefined when the link is none. */
export function fillLink(
  link: string,
  uri: string,
  options?: { readonly encodeTwice?: boolean },
): string | undefined {
  const isWeb = isWebAddress(link)
  const written = link.includes('://') ? link : `${link.replace(/[/:]/g, '')}://`
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(written)?.[1]?.toLowerCase()
  if (scheme === undefined || forbiddenSchemes.has(scheme)) return undefined
  const base = written.endsWith('/') ? written : `${written}/`
  const once = encodeURIComponent(uri)
  return `${base}wc?uri=${options?.encodeTwice && !isWeb ? encodeURIComponent(once) : once}`
}

/** The link that hands a pairing address to a wallet, and the window it belongs in. */
export function pairingLink(parameters: {
  readonly listing: WalletListing
  readonly platform: 'mobile' | 'web' | 'desktop'
  readonly uri: string
  readonly device: Device
  readonly prefersUniversalLinks: boolean
}): { readonly url: string; readonly target: '_self' | '_blank' | '_top' } | undefined {
  const { listing, platform, uri, device } = parameters
  const link =
    platform === 'mobile'
      ? (parameters.prefersUniversalLinks && listing.link_mode) || listing.mobile_link
      : platform === 'web'
        ? listing.webapp_link
        : listing.desktop_link
  if (!link) return undefined
  const url = fillLink(link, uri, { encodeTwice: device.isTelegram && device.isAndroid })
  if (url === undefined) return undefined
  if (platform !== 'mobile' || device.isTelegram) return { url, target: '_blank' }
  return { url, target: device.isIframe ? '_top' : '_self' }
}

const downloadSources = ['chrome_store', 'app_store', 'play_store', 'homepage'] as const

/** Where a wallet can be had from; only web addresses. */
export function downloadLinks(listing: WalletListing): readonly DownloadLink[] {
  return downloadSources.flatMap((source) => {
    const url = listing[source]
    return url && isWebAddress(url) ? [{ source, url }] : []
  })
}

/** What "Get" does on this device: straight to the one right place, or to the choice of places. */
export function downloadWay(
  listing: WalletListing,
  device: Device,
): { readonly to: 'link'; readonly url: string } | { readonly to: 'choice' } | undefined {
  const links = downloadLinks(listing)
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
