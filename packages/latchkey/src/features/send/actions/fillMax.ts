import { formatAmount } from '@latchkey/wire/amount'
import { isNative } from '../../../core/account/portfolio/holding.js'
import {
  FeeUnknownError,
  InsufficientFundsError,
  TokenRequiredError,
} from '../../../core/runtime/errors/send.js'
import type { Widget } from '../../../core/widget.js'
import { isSameToken } from '../holdings.js'
import { currentPlace, transfersOf } from '../sendContext.js'
import { sendStoreOf } from '../store.js'

export type FillMaxParameters = { readonly signal: AbortSignal }

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
