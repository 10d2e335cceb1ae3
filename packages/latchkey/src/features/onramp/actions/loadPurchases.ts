import { refreshPurchase } from '../../../core/account/purchases/actions/refreshPurchase.js'
import { fetchPurchases } from '../../../core/account/purchases/fetchPurchases.js'
import { getPurchases, isUnsettledPurchase } from '../../../core/account/purchases/purchases.js'
import type { Widget } from '../../../core/widget.js'
import { findBuyContext } from '../buyContext.js'
import { type PurchaseItem, toPurchaseItem } from '../purchaseItem.js'
import { onrampStoreOf } from '../store.js'

/** Loads the account's purchases from the provider, and the state of those started here. */
export async function loadPurchases(
  widget: Widget,
  { signal }: { readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const context = findBuyContext(widget)
  if (!context?.account) return
  const { address } = context.account
  const [network] = context.networks
  const unsettled = getPurchases(widget).get().list.filter(isUnsettledPurchase)
  await Promise.all(unsettled.map(({ id }) => refreshPurchase(widget, { id, signal })))
  const found = await fetchPurchases(widget, { address, network, provider: 'all', signal })
  const items: readonly PurchaseItem[] = found.map(toPurchaseItem)
  onrampStoreOf(widget).set({ history: { address, items } })
}
