import { isNative } from '../../core/account/portfolio/holding.js'
import type { Transfer } from '../../core/connection/transfer.js'
import {
  AmountAndReceiverRequiredError,
  TokenRequiredError,
} from '../../core/runtime/errors/send.js'
import type { Widget } from '../../core/widget.js'
import { type Amount, readAmount } from './amount.js'
import { currentPlace, type SendContext } from './sendContext.js'
import type { Intent, SendState } from './store.js'

export type TransferDraft = SendContext & Amount & Required

type Required = { readonly token: Intent['token']; readonly receiver: string }

/** What the form says should be sent; throws what the specification (§5) wants to hear otherwise. */
export function readWish(widget: Widget, form: SendState): TransferDraft {
  const { token, sendTokenAmount, receiverAddress: receiver } = form
  if (sendTokenAmount === '' || !receiver) throw new AmountAndReceiverRequiredError()
  if (!token) throw new TokenRequiredError()
  const amount = readAmount(sendTokenAmount, token.decimals)
  if (!amount) throw new AmountAndReceiverRequiredError()
  return { ...currentPlace(widget), ...amount, token, receiver }
}

export function toTransfer({ account, network, token, receiver, units }: Intent): Transfer {
  const { address, symbol, decimals } = token
  return { account, network, receiver, units, token: { address, symbol, decimals } }
}

type Funds = 'unknown' | 'enough' | 'short-of-token' | 'short-of-fee' | 'short-of-reserve'

/** Whether the account can pay what was reviewed, fee included. */
export function fundsOf({ token, units, estimate }: Intent): Funds {
  if (!estimate) return 'unknown'
  const { fee, balance, coinBalance, reserve } = estimate
  if (units > balance) return 'short-of-token'
  if (fee === undefined) return 'unknown'
  const needed = isNative(token) ? units + fee : fee
  const left = coinBalance - needed
  if (left < 0n) return 'short-of-fee'
  return left > 0n && left < reserve ? 'short-of-reserve' : 'enough'
}
