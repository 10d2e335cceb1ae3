import { formatAmount } from '@latchkey/wire/amount'
import { isNative } from '../../../core/account/portfolio/holding.js'
import {
  FeeUnknownError,
  InsufficientFundsError,
  TokenRequiredError,
} from '../../../core/runtime/errors/send.js'
import type { Widget } from '../../../core/widget.js'
import { dollarsToUnits, normalizeAmount, safeParseAmount, toDollarText } from '../amount.js'
import { getSendContext, isSameToken, loadTransferReading } from '../sendContext.js'
import { sendStoreOf } from '../store.js'

export type ChangeAmountParameters = { readonly text: string }

/** Ignores text that cannot be part of an amount. */
export function changeAmount(widget: Widget, { text }: ChangeAmountParameters): void {
  const amount = normalizeAmount(text)
  if (amount === undefined) return
  sendStoreOf(widget).set(({ token, fiatAmount }) => {
    if (fiatAmount === undefined || !token?.price) return { sendTokenAmount: amount }
    const units = dollarsToUnits(amount, token.price, token.decimals)
    const isEmpty = units === undefined || units === 0n
    return {
      fiatAmount: amount,
      sendTokenAmount: isEmpty ? '' : formatAmount(units, token.decimals),
    }
  })
}

/** Switches the field between tokens and dollars. The amount that will be sent stays the same. */
export function swapUnits(widget: Widget): void {
  sendStoreOf(widget).set(({ token, sendTokenAmount, fiatAmount }) => {
    if (!token?.price) return {}
    if (fiatAmount !== undefined) return { fiatAmount: undefined }
    const amount = safeParseAmount(sendTokenAmount, token.decimals)
    return { fiatAmount: amount ? toDollarText(amount.units, token.decimals, token.price) : '' }
  })
}

type FillMaxParameters = { readonly signal: AbortSignal }

/** Part of the fee that is reserved on top of it: the next blocks may cost a little more. */
const feeMargin = 4n

/** Enters the whole balance. Of the coin, the fee and the reserve stay in the account. */
export async function fillMax(widget: Widget, { signal }: FillMaxParameters): Promise<void> {
  const store = sendStoreOf(widget)
  const { token, receiverAddress } = store.get()
  if (!token) throw new TokenRequiredError()
  const { account, network } = getSendContext(widget)
  const reading = await loadTransferReading(widget, network)
  const balance = await reading.balance({ address: account.address, token, network, signal })
  const max = isNative(token) ? balance - (await readReserved()) : balance
  if (max <= 0n) throw new InsufficientFundsError()
  store.set((now) =>
    now.token && isSameToken(now.token, token)
      ? { sendTokenAmount: formatAmount(max, token.decimals), fiatAmount: undefined }
      : {},
  )

  async function readReserved(): Promise<bigint> {
    const recipient = receiverAddress ?? account.address
    const transfer = { account, network, token: network.nativeCurrency, recipient, units: 0n }
    try {
      const [fee, reserve = 0n] = await Promise.all([
        reading.fee(transfer, signal),
        reading.reserve?.({ network, signal }),
      ])
      return fee + fee / feeMargin + reserve
    } catch (cause) {
      signal.throwIfAborted()
      throw new FeeUnknownError({ cause })
    }
  }
}
