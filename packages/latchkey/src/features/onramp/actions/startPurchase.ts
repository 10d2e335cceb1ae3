import { createOnrampUrl } from '@latchkey/wire/http/onramp'
import { isWebLink } from '@latchkey/wire/links'
import {
  getPurchases,
  type Order,
  type Purchase,
  toPurchaseEvent,
} from '../../../core/account/purchases/purchases.js'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import { navigate } from '../../../core/modal/actions/navigation.js'
import { OnrampError } from '../../../core/runtime/errors/onramp.js'
import { isWidgetError } from '../../../core/runtime/errors/WidgetError.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Popup } from '../../../core/runtime/ports.js'
import { randomId } from '../../../core/runtime/randomId.js'
import type { Widget } from '../../../core/widget.js'
import { type BuyFlow, onrampStoreOf } from '../store.js'

/** Services whose address works only once. */
const oneTimeProviders: readonly string[] = ['coinbase']

/**
 * Opens the window of a provider for an order. Call it inside the click: browsers block windows opened
 * later. The window stays blank until the provider has created the purchase.
 */
export function startPurchase(widget: Widget, { order }: { readonly order: Order }): void {
  const { provider, isSmartAccount } = order
  const popup = openWindow(widget)
  recordEvent(widget, { event: 'SELECT_BUY_PROVIDER', properties: { provider, isSmartAccount } })
  show(widget, { order, phase: 'opening', purchaseId: undefined })
  navigate(widget, { view: 'BuyInProgress' })
  void openCheckout(widget, { order, popup })
}

/** Opens the window again: of the same purchase where its address still works. */
export function retryPurchase(widget: Widget): void {
  const { flow } = onrampStoreOf(widget).get()
  if (!flow) return
  const { order, purchaseId } = flow
  const purchase = purchaseId === undefined ? undefined : getPurchases(widget).find(purchaseId)
  const popup = openWindow(widget)
  const canReopen = purchase?.status === 'open' && !oneTimeProviders.includes(order.provider)
  if (!canReopen) show(widget, { order, phase: 'opening', purchaseId: undefined })
  void openCheckout(widget, { order, popup, purchase: canReopen ? purchase : undefined })
}

/** Shows a purchase of an earlier page, which can still be paid. */
export function resumePurchase(
  widget: Widget,
  { purchase }: { readonly purchase: Purchase },
): void {
  show(widget, { order: purchase, phase: 'waiting', purchaseId: purchase.id })
  navigate(widget, { view: 'BuyInProgress' })
  void follow(widget, { id: purchase.id, popup: undefined })
}

/** Forgets a purchase that has ended, so that the next visit starts with the form. */
export function leavePurchase(widget: Widget): void {
  const store = onrampStoreOf(widget)
  const { flow } = store.get()
  if (flow?.phase === 'failed' || flow?.phase === 'lost') store.set({ flow: undefined })
}

function openWindow({ ports }: Widget): Popup | undefined {
  return ports.page.openPopup('about:blank', { ...limits.onrampPopup, noOpener: true })
}

/** The code that follows a purchase loads while the visitor pays. */
async function follow(
  widget: Widget,
  purchase: { readonly id: string; readonly popup: Popup | undefined },
): Promise<void> {
  try {
    const { followPurchase } = await import('./followPurchase.lazy.js')
    followPurchase(widget, purchase)
  } catch (error) {
    widget.ports.log.error('A purchase is not followed', error)
  }
}

type Checkout = {
  readonly order: Order
  readonly popup: Popup | undefined
  /** Otherwise the provider creates one. */
  readonly purchase?: Purchase | undefined
}

async function openCheckout(
  widget: Widget,
  { order, popup, purchase: known }: Checkout,
): Promise<void> {
  try {
    const purchase = known ?? (await createPurchase(widget, order))
    if (!isCurrent(widget, order)) return popup?.close()
    popup?.navigate(assertCheckoutUrl(widget, order.provider, purchase.url))
    show(widget, { order, phase: popup ? 'waiting' : 'blocked', purchaseId: purchase.id })
    void follow(widget, { id: purchase.id, popup })
  } catch (cause) {
    popup?.close()
    if (!isCurrent(widget, order)) return
    const isUnsafe = isWidgetError(cause, 'onramp/unsafe-url')
    const error = isUnsafe ? cause : new OnrampError('not-started', { cause })
    show(widget, { order, phase: 'failed', purchaseId: undefined, error })
    const properties = { ...toPurchaseEvent(order), message: error.message }
    recordEvent(widget, { event: 'BUY_FAIL', properties })
  }
}

/** A newer order has replaced it. */
function isCurrent(widget: Widget, order: Order): boolean {
  return onrampStoreOf(widget).get().flow?.order === order
}

async function createPurchase(widget: Widget, order: Order): Promise<Purchase> {
  const { ports, signal } = widget
  const { address, networkName, symbol, amount, currency, method, provider } = order
  const response = await ports.provider?.call(
    createOnrampUrl,
    {
      destinationWallets: [{ address, blockchains: [networkName], assets: [symbol] }],
      partnerUserId: address,
      defaultNetwork: networkName,
      defaultExperience: 'buy',
      presetFiatAmount: Number(amount),
      paymentCurrency: currency,
      paymentMethod: method,
      provider,
    },
    { signal },
  )
  if (!response || (response.provider ?? provider) !== provider) {
    throw new OnrampError('not-started')
  }
  const purchase: Purchase = {
    ...order,
    id: response.purchaseId ?? randomId(),
    isUnnamed: response.purchaseId === undefined || undefined,
    url: assertCheckoutUrl(widget, provider, response.url),
    startedAt: ports.clock.now(),
    status: 'open',
  }
  getPurchases(widget).put(purchase)
  return purchase
}

function show(
  widget: Widget,
  flow: Pick<BuyFlow, 'order' | 'phase' | 'purchaseId'> & Partial<Pick<BuyFlow, 'error'>>,
): void {
  onrampStoreOf(widget).set({ flow: { error: undefined, ...flow } })
}

/** The hosts of each service; their subdomains count too. */
const hosts: { readonly [provider: string]: readonly string[] } = {
  coinbase: ['pay.coinbase.com'],
  meld: ['meldcrypto.com'],
}

/**
 * Security bar S-45: only addresses of the chosen service over https, or of the site's own provider,
 * are opened. Throws for all others.
 */
export function assertCheckoutUrl({ config }: Widget, provider: string, url: unknown): string {
  if (!isWebLink(url) || !URL.canParse(url)) throw new OnrampError('unsafe-url')
  const { protocol, hostname, origin, port } = new URL(url)
  const isService =
    protocol === 'https:' &&
    port === '' &&
    Object.hasOwn(hosts, provider) &&
    hosts[provider]?.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  const isOwn = config.providerUrl !== undefined && new URL(config.providerUrl).origin === origin
  if (!isService && !isOwn) throw new OnrampError('unsafe-url')
  return url
}
