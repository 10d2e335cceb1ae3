import { goBack } from '../../../core/modal/actions/navigation.js'
import type { ViewParams } from '../../../core/modal/views.js'
import type { Widget } from '../../../core/widget.js'
import { normalizeMoney } from '../money.js'
import type { PaymentMethod } from '../options.js'
import { onrampStoreOf } from '../store.js'

/** Applies the parameters of the view once. */
export function openBuy(
  widget: Widget,
  { params }: { readonly params: ViewParams['OnRampProviders'] },
): void {
  const store = onrampStoreOf(widget)
  if (store.get().openParams === params) return
  const { amount, currency, token } = params
  store.set({
    openParams: params,
    ...(amount !== undefined && { amount: normalizeMoney(amount) ?? '' }),
    ...(currency !== undefined && { currencyId: currency }),
    ...(token !== undefined && { assetKey: token }),
  })
}

/** Ignores text that cannot be part of an amount. */
export function changeAmount(widget: Widget, { text }: { readonly text: string }): void {
  const amount = normalizeMoney(text)
  if (amount !== undefined) onrampStoreOf(widget).set({ amount })
}

export function chooseMethod(widget: Widget, { method }: { readonly method: PaymentMethod }): void {
  onrampStoreOf(widget).set({ method })
}

export function chooseCurrency(widget: Widget, { id }: { readonly id: string }): void {
  onrampStoreOf(widget).set({ currencyId: id })
  goBack(widget)
}

export function chooseAsset(widget: Widget, { key }: { readonly key: string }): void {
  onrampStoreOf(widget).set({ assetKey: key })
  goBack(widget)
}
