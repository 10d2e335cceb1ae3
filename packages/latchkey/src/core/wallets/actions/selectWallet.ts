import { recordEvent } from '../../events/actions/recordEvent.js'
import { navigate } from '../../modal/actions/navigation.js'
import type { Widget } from '../../widget.js'
import { findWalletForListing, routeForWallet } from '../installedWallets.js'
import { getListing } from '../walletListings.js'

export type SelectWalletParameters = {
  /** A listing's id, or undefined for the pairing entry that serves any wallet. */
  readonly walletId?: string | undefined
}

/** Follows the choice of a listed wallet: to the one in the page if it is here, else by pairing. */
export function selectWallet(widget: Widget, { walletId }: SelectWalletParameters): void {
  const listing = walletId === undefined ? undefined : getListing(widget, walletId)
  const connector = listing && findWalletForListing(widget, listing)
  const platform = connector ? 'browser' : 'qrcode'
  recordEvent(widget, {
    event: 'SELECT_WALLET',
    properties: { name: listing?.name ?? 'WalletConnect', platform },
  })
  navigate(
    widget,
    connector
      ? routeForWallet(connector)
      : { view: 'ConnectingWalletConnect', params: { walletId } },
  )
}
