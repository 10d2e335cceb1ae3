import type { Order } from '../../core/account/purchases/purchases.js'
import { createStore, type ReadableStore, type Store } from '../../core/runtime/createStore.js'
import type { WidgetError } from '../../core/runtime/errors/WidgetError.js'
import { getOrCreate, type Widget } from '../../core/widget.js'
import type { PaymentMethod } from './options.js'
import type { PurchaseItem } from './purchaseItem.js'

/** What the visitor has entered, and the purchase in progress. */
export type OnrampState = {
  /** Decimal text in the currency. */
  readonly amount: string
  readonly currencyId: string | undefined
  readonly assetKey: string | undefined
  readonly method: PaymentMethod
  /** View parameters that were applied already. */
  readonly openParams: object | undefined
  readonly flow: BuyFlow | undefined
  /** The last loaded purchases, and whose they are. */
  readonly history:
    | { readonly address: string; readonly items: readonly PurchaseItem[] }
    | undefined
}

export type BuyFlow = {
  readonly order: Order
  /**
   *     opening ──▶ waiting ──▶ closed, lost
   *        └──▶ blocked, failed
   *
   * `blocked`: the browser blocked the window. `closed`: the visitor closed it. `lost`: no sign of a
   * payment for too long.
   */
  readonly phase: 'opening' | 'waiting' | 'blocked' | 'closed' | 'lost' | 'failed'
  /** Undefined until the provider has created it. */
  readonly purchaseId: string | undefined
  readonly error: WidgetError | undefined
}

export const firstAmount = '100'

/** For actions. Views take `onrampStateOf`. */
export function onrampStoreOf(widget: Widget): Store<OnrampState> {
  return getOrCreate(widget, createOnrampStore)
}

export function onrampStateOf(widget: Widget): ReadableStore<OnrampState> {
  return onrampStoreOf(widget)
}

function createOnrampStore(_widget: Widget): Store<OnrampState> {
  return createStore<OnrampState>({
    amount: firstAmount,
    currencyId: undefined,
    assetKey: undefined,
    method: 'card',
    openParams: undefined,
    flow: undefined,
    history: undefined,
  })
}
