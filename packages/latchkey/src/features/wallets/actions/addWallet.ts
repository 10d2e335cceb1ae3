import type { Namespace } from '@latchkey/wire/caip'
import { navigate } from '../../../core/modal/actions/navigate.js'
import type { Widget } from '../../../core/widget.js'

export type AddWalletParameters = {
  /** Only this chain family's wallets are offered. */
  readonly namespace: Namespace
}

/** Offers the wallets there are; what is connected stays, and is where the way back leads. */
export function addWallet(widget: Widget, { namespace }: AddWalletParameters): void {
  widget.stores.modal.set({ namespace })
  navigate(widget, { view: 'Connect', params: undefined })
}
