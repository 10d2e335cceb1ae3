import { recordEvent } from '../../events/actions/recordEvent.js'
import { WalletLinkError } from '../../runtime/errors/wallet.js'
import type { Widget } from '../../widget.js'
import { pairingLink } from '../walletLinks.js'
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
