import type { Widget } from '../../../core/widget.js'
import { readAmount } from '../amount.js'
import { plainDollars } from '../fiat.js'
import { sendStoreOf } from '../store.js'

/** Changes between typing tokens and typing dollars. What will be sent stays exactly the same. */
export function swapUnits(widget: Widget): void {
  sendStoreOf(widget).set(({ token, sendTokenAmount, fiatAmount }) => {
    if (!token?.price) return {}
    if (fiatAmount !== undefined) return { fiatAmount: undefined }
    const amount = readAmount(sendTokenAmount, token.decimals)
    return { fiatAmount: amount ? plainDollars(amount.units, token.decimals, token.price) : '' }
  })
}
