import type { Exchange } from '../../core/pay/payment.js'
import { createStore, type ReadableStore, type Store } from '../../core/runtime/createStore.js'
import { getOrCreate, type Widget } from '../../core/widget.js'

/** What the visitor has entered, and the deposit that waits for a window. */
export type DepositState = {
  /** Decimal text in US dollars. */
  readonly amount: string
  /** The address of the token, or `native`; undefined for the network's first. */
  readonly assetKey: string | undefined
  /** The exchange whose page is being opened. */
  readonly opening: Exchange | undefined
  /** The browser blocked its window. */
  readonly blocked: { readonly exchange: Exchange; readonly url: string } | undefined
}

/** For actions. Views take `depositStateOf`. */
export function depositStoreOf(widget: Widget): Store<DepositState> {
  return getOrCreate(widget, createDepositStore)
}

export function depositStateOf(widget: Widget): ReadableStore<DepositState> {
  return depositStoreOf(widget)
}

function createDepositStore(): Store<DepositState> {
  return createStore<DepositState>({
    amount: '',
    assetKey: undefined,
    opening: undefined,
    blocked: undefined,
  })
}
