import { isWebLink } from '@latchkey/wire/links'
import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import { toWalletLink } from '@latchkey/wire/walletLinks'
import type { AnnouncedWallet } from './family.js'
import type { Device } from './ports.js'

export type { WalletListing }

/** A phone's in-app browser announces this wallet under its own name. */
const sameWallet: Readonly<Record<string, string>> = { 'io.metamask.mobile': 'io.metamask' }

export function sameRdns(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return (sameWallet[one] ?? one) === (sameWallet[other] ?? other)
}

/** Whether two chain families found the same wallet; names count where ids are missing. */
export function isSameWallet(one: AnnouncedWallet, other: AnnouncedWallet): boolean {
  return one.rdns && other.rdns
    ? sameRdns(one.rdns, other.rdns)
    : plainestName(one) === plainestName(other)
}

/** One wallet drops a word of its name on some chains (public surface §8.4). */
function plainestName({ name }: AnnouncedWallet): string {
  return name.toLowerCase().replace(/^trust wallet$/, 'trust')
}

/** Whether a wallet in the page is the one a listing speaks of; names count where ids are missing. */
export function isListingOf(listing: WalletListing, wallet: AnnouncedWallet): boolean {
  if (listing.id === wallet.id || sameRdns(listing.rdns, wallet.rdns)) return true
  if (listing.rdns && wallet.rdns) return false
  return listing.name.toLowerCase() === wallet.name.toLowerCase()
}

/** Puts a pairing address into a wallet's link; undefined when the link is none. */
export function fillLink(
  link: string,
  uri: string,
  options?: { readonly encodeTwice?: boolean },
): string | undefined {
  const written = toWalletLink(link)
  if (written === undefined) return undefined
  const base = written.endsWith('/') ? written : `${written}/`
  const once = encodeURIComponent(uri)
  return `${base}wc?uri=${options?.encodeTwice && !isWebLink(written) ? encodeURIComponent(once) : once}`
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
