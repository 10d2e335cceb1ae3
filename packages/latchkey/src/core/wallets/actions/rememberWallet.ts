import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { listingById } from '../walletListings.js'

export type RememberWalletParameters = { readonly walletId: string }

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
