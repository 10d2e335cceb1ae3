import { isWebLink } from '@latchkey/wire/links'
import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import { toWalletLink } from '@latchkey/wire/walletLinks'
import type { Device } from '../runtime/ports.js'

export type { WalletListing }

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
