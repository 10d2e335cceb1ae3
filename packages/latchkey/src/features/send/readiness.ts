import { isWidgetError } from '../../core/runtime/errors/WidgetError.js'
import { readAmount } from './amount.js'
import type { SendState } from './store.js'

/** What is still missing before a transfer can be reviewed, the first thing first (public surface §4.7). */
export type Readiness =
  | 'no-token'
  | 'bad-amount'
  | 'no-amount'
  | 'insufficient'
  | 'no-receiver'
  | 'reading-receiver'
  | 'bad-receiver'
  | 'unknown-receiver'
  | 'ready'

export function readinessOf(form: SendState, balance: bigint): Readiness {
  const { token, sendTokenAmount, fiatAmount } = form
  if (!token) return 'no-token'
  const typed = fiatAmount ?? sendTokenAmount
  const amount = readAmount(sendTokenAmount, token.decimals)
  if (typed !== '' && !amount) return 'bad-amount'
  if (!amount) return 'no-amount'
  if (amount.units > balance) return 'insufficient'
  if (form.receiverText.trim() === '') return 'no-receiver'
  if (form.isReadingReceiver) return 'reading-receiver'
  if (form.receiverAddress !== undefined) return 'ready'
  // Where nobody could tell whose name it is, nothing is wrong with the name.
  const isWrong = isWidgetError(form.receiverFault, 'send/invalid-receiver')
  return isWrong ? 'bad-receiver' : 'unknown-receiver'
}
