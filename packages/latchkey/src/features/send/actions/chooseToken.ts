import type { Holding } from '../../../core/account/portfolio/holding.js'
import { goBack } from '../../../core/modal/actions/goBack.js'
import type { Widget } from '../../../core/widget.js'
import { sendStoreOf } from '../store.js'

export type ChooseTokenParameters = { readonly token: Holding }

/** Takes another token; an amount of the former says nothing about it. */
export function chooseToken(widget: Widget, { token }: ChooseTokenParameters): void {
  sendStoreOf(widget).set({ token, sendTokenAmount: '', fiatAmount: undefined })
  goBack(widget)
}
