import { getOnrampPurchase } from '@latchkey/wire/http/onramp'
import { isSameAddress } from '@latchkey/wire/lookAlike'
import { recordEvent } from '../../../events/actions/recordEvent.js'
import { getNetworkById } from '../../../network/store.js'
import { OnrampError } from '../../../runtime/errors/onramp.js'
import * as limits from '../../../runtime/limits.js'
import type { Widget } from '../../../widget.js'
import { invalidateHoldings } from '../../portfolio/invalidateHoldings.js'
import { fetchPurchases, toPurchaseStatus } from '../fetchPurchases.js'
import { getPurchases, isUnsettledPurchase, type Purchase, toPurchaseEvent } from '../purchases.js'

/**
 * Reads the state of a purchase from the provider and records its end. Resolves with what is known if the
 * provider is down.
 */
export async function refreshPurchase(
  widget: Widget,
  { id, signal }: { readonly id: string; readonly signal?: AbortSignal | undefined },
): Promise<Purchase | undefined> {
  const purchases = getPurchases(widget)
  const known = purchases.find(id)
  if (!known || !isUnsettledPurchase(known)) return known
  let state: State
  try {
    state = await fetchState(widget, known, signal)
  } catch (error) {
    signal?.throwIfAborted()
    widget.ports.log.warn('The state of a purchase could not be read', error)
    return known
  }
  // Another tab may have seen its end first.
  const latest = purchases.find(id)
  if (!latest || !isUnsettledPurchase(latest)) return latest
  const next = { ...latest, ...state }
  purchases.put(next)
  if (next.status !== latest.status) recordEnd(widget, next)
  return next
}

/** Refreshes a purchase every few seconds until it is settled. Rejects when aborted. */
export async function pollPurchase(
  widget: Widget,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
): Promise<void> {
  let purchase = getPurchases(widget).find(id)
  while (purchase && isUnsettledPurchase(purchase)) {
    await widget.ports.clock.sleep(limits.purchasePolling, signal)
    purchase = await refreshPurchase(widget, { id, signal })
  }
}

function recordEnd(widget: Widget, purchase: Purchase): void {
  const { status, address, networkId } = purchase
  const properties = toPurchaseEvent(purchase)
  if (status === 'failed') {
    const { message } = new OnrampError('failed')
    recordEvent(widget, { event: 'BUY_FAIL', properties: { ...properties, message } })
  }
  if (status !== 'delivered') return
  recordEvent(widget, { event: 'BUY_SUCCESS', properties })
  const network = getNetworkById(widget.stores.network.get(), networkId)
  if (network) invalidateHoldings(widget, { address, network })
}

type State = Pick<Purchase, 'status'> & Partial<Pick<Purchase, 'hash' | 'quantity'>>

async function fetchState(
  widget: Widget,
  purchase: Purchase,
  signal: AbortSignal | undefined,
): Promise<State> {
  const { id: purchaseId, address, symbol, status } = purchase
  if (purchase.isUnnamed) return findInHistory(widget, purchase, signal)
  const found = await widget.ports.provider?.call(getOnrampPurchase, { purchaseId }, { signal })
  if (!found || !isSameAddress(found.destination, address)) return { status }
  const { amount = '', currency } = found.purchaseAmount ?? {}
  return {
    // A paid purchase does not become unpaid again.
    status: found.status === 'open' ? status : found.status,
    ...(found.hash && { hash: found.hash }),
    ...(currency === symbol && /^\d{1,40}(\.\d{1,40})?$/.test(amount) && { quantity: amount }),
  }
}

/** Public surface §4.10: a purchase newer than the start of this one. */
async function findInHistory(
  widget: Widget,
  { address, networkId, provider, symbol, startedAt, status }: Purchase,
  signal: AbortSignal | undefined,
): Promise<State> {
  const network = getNetworkById(widget.stores.network.get(), networkId)
  if (!network) return { status }
  const all = await fetchPurchases(widget, { address, network, provider, signal })
  const found = all.find(
    ({ metadata, transfers }) =>
      Date.parse(metadata.minedAt) >= startedAt && transfers?.[0]?.fungible_info?.symbol === symbol,
  )
  if (!found) return { status }
  const { hash } = found.metadata
  return { status: toPurchaseStatus(found.metadata.status), ...(hash && { hash }) }
}
