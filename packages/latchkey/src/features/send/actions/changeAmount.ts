import { formatAmount } from '@latchkey/wire/amount'
import type { Widget } from '../../../core/widget.js'
import { cleanAmount } from '../amount.js'
import { unitsOfDollars } from '../fiat.js'
import { sendStoreOf } from '../store.js'

export type ChangeAmountParameters = { readonly text: string }

/** Takes what was typed; what cannot be part of an amount is not taken. */
export function changeAmount(widget: Widget, { text }: ChangeAmountParameters): void {
  const amount = cleanAmount(text)
  if (amount === undefined) return
  sendStoreOf(widget).set(({ token, fiatAmount }) => {
    if (fiatAmount === undefined || !token?.price) return { sendTokenAmount: amount }
    const units = unitsOfDollars(amount, token.price, token.decimals)
    const isNothing = units === undefined || units === 0n
    return {
      fiatAmount: amount,
      sendTokenAmount: isNothing ? '' : formatAmount(units, token.decimals),
    }
  })
}
