import type { Namespace } from '@latchkey/wire/caip'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { WalletLinkError } from '../../runtime/errors/wallet.js'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { dappLink, pairingLink } from '../walletLinks.js'
import { listingById } from '../walletListings.js'

export type OpenWalletParameters = {
  readonly walletId: string
  readonly platform: 'mobile' | 'web' | 'desktop'
}

/** Hands the current offer to a wallet app, web wallet or desktop wallet by its link. */
export function openWallet(widget: Widget, { walletId, platform }: OpenWalletParameters): void {
  const { uri } = widget.stores.pairing.get()
  const listing = listingById(widget, walletId)
  if (uri === undefined || !listing) return
  const { page, storage } = widget.ports
  const link = pairingLink({
    listing,
    platform,
    uri,
    device: page.device,
    prefersUniversalLinks: widget.config.preferUniversalLinks,
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
  // Later requests bring the same app to the front.
  if (platform === 'mobile') storage.set('pairing_return_link', link.url.split('wc?uri=')[0] ?? '')
  page.openLink(link.url, link.target)
}

type OpenInWalletParameters = { readonly walletId: string }

/** Opens this very page in the browser of a wallet's app, where the wallet is at hand. */
export function openInWallet(widget: Widget, { walletId }: OpenInWalletParameters): void {
  const { page } = widget.ports
  const link = dappLink(walletId, wantedFamilies(widget), page)
  if (link !== undefined) page.openLink(link, page.device.isIframe ? '_top' : '_self')
}

/** The chain families a wallet is wanted for, the most wanted first. */
export function wantedFamilies({ stores }: Widget): readonly Namespace[] {
  const { namespace } = stores.modal.get()
  if (namespace !== undefined) return [namespace]
  const { activeNamespace, networks } = stores.network.get()
  return [...new Set([activeNamespace, ...networks.map((network) => network.namespace)])]
}

type RememberWalletParameters = { readonly walletId: string }

/** Puts a listed wallet at the head of the visitor's recent ones. */
export function rememberWallet(widget: Widget, { walletId }: RememberWalletParameters): void {
  const listing = listingById(widget, walletId)
  if (!listing) return
  const { registry } = widget.stores
  const others = registry.get().recent.filter(({ id }) => id !== walletId)
  const recent = [listing, ...others].slice(0, limits.recentWallets)
  registry.set({ recent })
  widget.ports.storage.set('recent_wallets', JSON.stringify(recent))
}
