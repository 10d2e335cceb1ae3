import { formatAmount } from '@latchkey/wire/amount'
import { depositsOf, type Holding, isNative } from '../../../core/account/portfolio/holding.js'
import { goBack } from '../../../core/modal/actions/navigation.js'
import { cancelAttempt } from '../../../core/runtime/attempt.js'
import type { Widget } from '../../../core/widget.js'
import { normalizeAmount } from '../quote.js'
import { swapStoreOf } from '../store.js'
import { isSameToken } from '../swapData.js'
import { editForm, resetForm } from './updateSwap.js'

export type ChangeSourceAmountParameters = { readonly text: string }

/** Ignores text that cannot be part of an amount. */
export function changeSourceAmount(widget: Widget, { text }: ChangeSourceAmountParameters): void {
  const sourceTokenAmount = normalizeAmount(text)
  if (sourceTokenAmount !== undefined) editForm(widget, { sourceTokenAmount })
}

/** Part of the network fee that is reserved on top of it: the next blocks may cost a little more. */
const feeMargin = 4n

/** Enters the whole balance; of the coin, what the network takes stays in the account. */
export function fillMaxAmount(widget: Widget): void {
  const { sourceToken, quote } = swapStoreOf(widget).get()
  if (!sourceToken) return
  const fee = quote?.networkFee.units ?? 0n
  const reserved = isNative(sourceToken) ? fee + fee / feeMargin + depositsOf(sourceToken) : 0n
  const units = sourceToken.units > reserved ? sourceToken.units - reserved : 0n
  editForm(widget, { sourceTokenAmount: formatAmount(units, sourceToken.decimals) })
}

export type SelectTokenParameters = {
  readonly target: 'sourceToken' | 'toToken'
  readonly token: Holding
}

/** Selects a token and goes back to the form. The token of the other field makes them change places. */
export function selectToken(widget: Widget, { target, token }: SelectTokenParameters): void {
  const { sourceToken, toToken } = swapStoreOf(widget).get()
  const isSource = target === 'sourceToken'
  const [other, mine] = isSource ? [toToken, sourceToken] : [sourceToken, toToken]
  const replaced = other && isSameToken(other, token) ? mine : other
  editForm(widget, {
    sourceToken: isSource ? token : replaced,
    toToken: isSource ? replaced : token,
  })
  goBack(widget)
}

/** Public surface §4.9. */
const defaultAmount = '1'

/** Exchanges both tokens; the expected amount becomes the source amount. */
export function flipTokens(widget: Widget): void {
  const { sourceToken, toToken, quote } = swapStoreOf(widget).get()
  const sourceTokenAmount = quote
    ? formatAmount(quote.toUnits, quote.toToken.decimals)
    : defaultAmount
  editForm(widget, { sourceToken: toToken, toToken: sourceToken, sourceTokenAmount })
}

/** Empties the form; a request that is with the wallet goes on. */
export function leaveSwap(widget: Widget): void {
  cancelAttempt(widget, 'swap-quote')
  resetForm(widget)
}
