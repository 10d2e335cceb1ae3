import { refreshPurchase } from '../../../core/account/purchases/actions/refreshPurchase.js'
import {
  getPurchases,
  isUnsettledPurchase,
  type Purchase,
  toPurchaseEvent,
} from '../../../core/account/purchases/purchases.js'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import { navigate } from '../../../core/modal/actions/navigation.js'
import { currentRoute } from '../../../core/modal/store.js'
import { OnrampError } from '../../../core/runtime/errors/onramp.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Popup } from '../../../core/runtime/ports.js'
import { getOrCreate, type Widget } from '../../../core/widget.js'
import { type BuyFlow, onrampStoreOf } from '../store.js'

/** Running watches by purchase. */
const createWatches = () => new Map<string, AbortController>()

/**
 * Follows a purchase until it arrives or fails, also while the modal is closed. A newer call for the same
 * purchase replaces an older one. Never rejects.
 */
export function followPurchase(
  widget: Widget,
  { id, popup }: { readonly id: string; readonly popup: Popup | undefined },
): void {
  const watches = getOrCreate(widget, createWatches)
  watches.get(id)?.abort()
  const mine = new AbortController()
  watches.set(id, mine)
  const signal = AbortSignal.any([mine.signal, widget.signal])
  watch(widget, { id, popup, signal })
    .catch((error: unknown) => {
      if (!signal.aborted) widget.ports.log.warn('A purchase is no longer followed', error)
    })
    .finally(() => watches.get(id) === mine && watches.delete(id))
}

/** How often the window is checked, in milliseconds. */
const windowPolling = 1_000

async function watch(
  widget: Widget,
  {
    id,
    popup,
    signal,
  }: { readonly id: string; readonly popup: Popup | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const { clock } = widget.ports
  const startedAt = clock.now()
  let signAt = startedAt
  let nextAt = startedAt + limits.purchasePolling
  let hasOpened = false
  let isClosed = false
  for (;;) {
    await clock.sleep(windowPolling, signal)
    // A page that cuts its link to this one looks closed at once: only one seen open counts as closed.
    const isOpen = popup?.isClosed() === false
    const justClosed: boolean = hasOpened && !isOpen && !isClosed
    isClosed ||= justClosed
    hasOpened ||= isOpen && popup?.hasLeft() === true
    if (isOpen) signAt = clock.now()
    if (justClosed || clock.now() >= nextAt) {
      nextAt = clock.now() + limits.purchasePolling
      const purchase = await refreshPurchase(widget, { id, signal })
      if (purchase) showProgress(widget, purchase)
      if (!purchase || !isUnsettledPurchase(purchase)) return
      if (purchase.status === 'pending') {
        if (clock.now() - startedAt > limits.purchaseWait) return
        continue
      }
    }
    if (justClosed) endUnpaid(widget, id, 'closed')
    if (getPurchases(widget).find(id)?.status === 'pending') continue
    const silence = clock.now() - signAt
    if (silence < limits.purchaseSignWait && clock.now() - startedAt < limits.purchaseWait) continue
    if (!isClosed) endUnpaid(widget, id, 'lost')
    return
  }
}

function endUnpaid(widget: Widget, id: string, phase: 'closed' | 'lost'): void {
  const flow = findFlow(widget, id)
  if (!flow) return
  const error = phase === 'lost' ? new OnrampError('no-sign') : undefined
  onrampStoreOf(widget).set({ flow: { ...flow, phase, error } })
  const event = phase === 'lost' ? 'BUY_FAIL' : 'BUY_CANCEL'
  const properties = { ...toPurchaseEvent(flow.order), ...(error && { message: error.message }) }
  recordEvent(widget, { event, properties })
}

function findFlow(widget: Widget, id: string): BuyFlow | undefined {
  const { flow } = onrampStoreOf(widget).get()
  return flow?.purchaseId === id ? flow : undefined
}

/** Shows what has become of the purchase. */
function showProgress(widget: Widget, { id, status }: Purchase): void {
  const flow = findFlow(widget, id)
  if (!flow) return
  if (status === 'pending' || status === 'delivered') {
    const { view } = currentRoute(widget.stores.router.get())
    if (view === 'BuyInProgress') navigate(widget, { view: 'OnRampActivity', how: 'replace' })
  }
  if (status === 'failed') {
    const error = new OnrampError('failed')
    onrampStoreOf(widget).set({ flow: { ...flow, phase: 'failed', error } })
  }
  if (status === 'cancelled' && flow.phase !== 'closed') endUnpaid(widget, id, 'closed')
}
