import { recordEvent } from '../../events/actions/recordEvent.js'
import { navigate } from '../../modal/actions/navigation.js'
import { getOrCreate, type Widget } from '../../widget.js'
import { findWalletForListing, routeForWallet } from '../installedWallets.js'
import { createTapOpener } from '../tapOpener.js'
import { getListing } from '../walletListings.js'

export type SelectWalletParameters = {
  /** The id of a listing; undefined for the pairing row that serves any wallet. */
  readonly walletId?: string | undefined
}

/** Shows the view that connects a listed wallet: directly if it is installed, else by pairing. */
export function selectWallet(widget: Widget, { walletId }: SelectWalletParameters): void {
  const listing = walletId === undefined ? undefined : getListing(widget, walletId)
  const installed = listing && findWalletForListing(widget, listing)
  const platform = installed ? 'browser' : 'qrcode'
  recordEvent(widget, {
    event: 'SELECT_WALLET',
    properties: { name: listing?.name ?? 'WalletConnect', platform },
  })
  if (installed) {
    navigate(widget, routeForWallet(installed))
    return
  }
  const isOpened = listing && getOrCreate(widget, createTapOpener).open?.(listing)
  const params = { walletId, ...(isOpened && { isOpened }) }
  navigate(widget, { view: 'ConnectingWalletConnect', params })
}
