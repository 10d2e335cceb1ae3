import type { Namespace } from '@latchkey/wire/caip'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { WalletLinkError } from '../../runtime/errors/wallet.js'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { getDappLink, getMobileLinks, getPairingLink, type WalletListing } from '../walletLinks.js'
import { getListing } from '../walletListings.js'

export type OpenWalletParameters = {
  readonly walletId: string
  readonly platform: 'mobile' | 'web' | 'desktop'
  /** The app's other link, because the first one did not open it. */
  readonly isOther?: boolean | undefined
}

/** Opens a wallet app, web wallet or desktop wallet with the pairing URI. */
export function openWallet(
  widget: Widget,
  { walletId, platform, isOther }: OpenWalletParameters,
): void {
  const { uri, expiresAt } = widget.stores.pairing.get()
  const listing = getListing(widget, walletId)
  if (uri === undefined || !listing) return
  const { page, storage } = widget.ports
  const link = getPairingLink({
    listing,
    platform,
    uri,
    device: page.device,
    prefersUniversalLinks: widget.config.preferUniversalLinks,
    isOther,
  })
  if (!link) {
    const { name, mobile_link } = listing
    const error = new WalletLinkError()
    recordEvent(widget, {
      event: 'CONNECT_PROXY_ERROR',
      properties: { message: error.message, uri, mobile_link, name },
    })
    throw error
  }
  // Later requests open the same app.
  if (platform === 'mobile') storage.set('pairing_return_link', link.base)
  if (expiresAt !== undefined) storage.set('pairing_pending', String(expiresAt))
  page.openLink(link.url, link.target)
}

/** Whether the app has a second link to try on this device. */
export function hasOtherLink({ ports, config }: Widget, listing: WalletListing): boolean {
  const { device } = ports.page
  return getMobileLinks(listing, device, config.preferUniversalLinks).length > 1
}

type OpenInTapParameters = { readonly listing: WalletListing }

/**
 * Opens a wallet app within the tap that chose it, if that is possible at once: later, browsers block the
 * link or ask the visitor first. Returns whether it did.
 */
export function openInTap(widget: Widget, { listing }: OpenInTapParameters): boolean {
  const { page, clock } = widget.ports
  if (!page.device.isMobile) return false
  if (getDappLink(listing.id, getPreferredNamespaces(widget), page) !== undefined) {
    openPageInWallet(widget, { walletId: listing.id })
    return true
  }
  const { uri, expiresAt = 0, isPublished } = widget.stores.pairing.get()
  if (!listing.mobile_link || uri === undefined || !isPublished || expiresAt <= clock.now())
    return false
  openWallet(widget, { walletId: listing.id, platform: 'mobile' })
  return true
}

type OpenPageInWalletParameters = { readonly walletId: string }

/** Opens this page in the browser of a wallet app. */
export function openPageInWallet(widget: Widget, { walletId }: OpenPageInWalletParameters): void {
  const { page } = widget.ports
  const link = getDappLink(walletId, getPreferredNamespaces(widget), page)
  if (link !== undefined) page.openLink(link, page.device.isIframe ? '_top' : '_self')
}

/** The namespaces to connect, the preferred one first. */
export function getPreferredNamespaces({ stores }: Widget): readonly Namespace[] {
  const { namespace } = stores.modal.get()
  if (namespace !== undefined) return [namespace]
  const { activeNamespace, networks } = stores.network.get()
  return [...new Set([activeNamespace, ...networks.map((network) => network.namespace)])]
}

type AddRecentWalletParameters = { readonly walletId: string }

/** Adds a wallet to the recent ones, newest first. */
export function addRecentWallet(widget: Widget, { walletId }: AddRecentWalletParameters): void {
  const listing = getListing(widget, walletId)
  if (!listing) return
  const { registry } = widget.stores
  const others = registry.get().recent.filter(({ id }) => id !== walletId)
  const recent = [listing, ...others].slice(0, limits.recentWallets)
  registry.set({ recent })
  widget.ports.storage.set('recent_wallets', JSON.stringify(recent))
}
