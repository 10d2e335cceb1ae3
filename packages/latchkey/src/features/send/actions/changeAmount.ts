import { formatAmount } from '@latchkey/wire/amount'
import { isNative } from '../../../core/account/portfolio/holding.js'
import {
  FeeUnknownError,
  InsufficientFundsError,
  TokenRequiredError,
} from '../../../core/runtime/errors/send.js'
import type { Widget } from '../../../core/widget.js'
import { cleanAmount, plainDollars, readAmount, unitsOfDollars } from '../amount.js'
import { currentPlace, isSameToken, transfersOf } from '../sendContext.js'
import { sendStoreOf } from '../store.js'

type FillMaxParameters = { readonly signal: AbortSignal }

/** Kept back besides the fee, as a part of it: the next blocks may cost a little more. */
const feeMargin = 4n

/** The whole balance as the chain has it now, less the fee and what has to stay where the coin pays it. */
export async function fillMax(widget: Widget, { signal }: FillMaxParameters): Promise<void> {
  const store = sendStoreOf(widget)
  const { token, receiverAddress } = store.get()
  if (!token) throw new TokenRequiredError()
  const { account, network } = currentPlace(widget)
  const reading = await transfersOf(widget, network)
  const balance = await reading.balance({ address: account.address, token, network, signal })
  const most = isNative(token) ? balance - (await keptBack()) : balance
  if (most <= 0n) throw new InsufficientFundsError()
  store.set((now) =>
    now.token && isSameToken(now.token, token)
      ? { sendTokenAmount: formatAmount(most, token.decimals), fiatAmount: undefined }
      : {},
  )

  async function keptBack(): Promise<bigint> {
    const receiver = receiverAddress ?? account.address
    const transfer = { account, network, token: network.nativeCurrency, receiver, units: 0n }
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

/** Changes between typing tokens and typing dollars. What will be sent stays exactly the same. */
export function swapUnits(widget: Widget): void {
  sendStoreOf(widget).set(({ token, sendTokenAmount, fiatAmount }) => {
    if (!token?.price) return {}
    if (fiatAmount !== undefined) return { fiatAmount: undefined }
    const amount = readAmount(sendTokenAmount, token.decimals)
    return { fiatAmount: amount ? plainDollars(amount.units, token.decimals, token.price) : '' }
  })
}
