import type { Holding } from '../../../core/account/portfolio/holding.js'
import { getPortfolio } from '../../../core/account/portfolio/portfolio.js'
import { loadTransferReading } from '../../../core/account/transfer/estimateTransfer.js'
import type { ChainSession } from '../../../core/connection/family.js'
import { getConnection } from '../../../core/connection/store.js'
import { goBack } from '../../../core/modal/actions/navigation.js'
import type { Payment } from '../../../core/pay/payment.js'
import { isPayable, payStoreOf } from '../../../core/pay/store.js'
import { SwapInputError } from '../../../core/runtime/errors/swap.js'
import { isWidgetError } from '../../../core/runtime/errors/WidgetError.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Widget } from '../../../core/widget.js'
import { toTransfer } from '../paymentEntry.js'
import {
  canSwapToPay,
  findPaySource,
  type PaySource,
  paySourceStoreOf,
  toHolding,
} from '../paySource.js'

const loadSwaps = () => import('../../swap/actions/swapToPay.lazy.js')

/** Loads what the account owns, so that another token can be chosen. Never rejects. */
export async function loadOtherTokens(widget: Widget): Promise<void> {
  const { payment } = payStoreOf(widget).get()
  const account = payment && getConnection(widget, payment.network.namespace)?.active
  if (!account || !canSwapToPay(widget, payment)) return
  await getPortfolio(widget).load({ address: account.address, network: payment.network })
}

export type ChooseSourceParameters = {
  /** Undefined for the asked one. */
  readonly token: Holding | undefined
}

/** Chooses the token that pays, and goes back to the review. */
export function chooseSource(widget: Widget, { token }: ChooseSourceParameters): void {
  const { payment } = payStoreOf(widget).get()
  const account = payment && getConnection(widget, payment.network.namespace)?.active
  if (!payment || !account) return
  const source = token && {
    ...{ payment, account, token },
    ...{ quote: undefined, isBatch: false, error: undefined },
  }
  paySourceStoreOf(widget).set({ source })
  goBack(widget)
}

export type WatchSourceParameters = { readonly signal: AbortSignal }

/** Quotes the chosen token now and every few seconds, until the signal aborts. */
export async function watchSource(widget: Widget, { signal }: WatchSourceParameters) {
  const { payment } = payStoreOf(widget).get()
  while (payment && findPaySource(widget, payment) && !signal.aborted) {
    // While the wallet is asked, the payment itself looks after the price.
    if (isPayable(payStoreOf(widget).get())) await quoteSource(widget, payment, signal)
    await widget.ports.clock.sleep(limits.swapPolling, signal)
  }
}

async function quoteSource(widget: Widget, payment: Payment, signal: AbortSignal): Promise<void> {
  const source = findPaySource(widget, payment)
  if (!source) return
  const update = (change: Partial<PaySource>) =>
    paySourceStoreOf(widget).set(({ source: now }) =>
      now?.payment === payment && now.token === source.token
        ? { source: { ...now, ...change } }
        : {},
    )
  try {
    const { quoteExactSwap } = await loadSwaps()
    const [quote, isBatch] = await Promise.all([
      quoteExactSwap(widget, toExactSwap(source), signal),
      canBatchPayment(widget, payment, signal),
    ])
    const isEnough = quote.sourceUnits <= (await readBalance(widget, source, signal))
    update({ quote, isBatch, error: isEnough ? undefined : new SwapInputError('balance') })
  } catch (error) {
    signal.throwIfAborted()
    update({ quote: undefined, error })
  }
}

/** Payments in coins stay transactions of their own: nobody could verify them inside a batch. */
async function canBatchPayment(
  widget: Widget,
  { network, token }: Payment,
  signal: AbortSignal,
): Promise<boolean> {
  const session = widget.sessions.get(network.namespace)
  return token.address !== undefined && (await session?.canBatch?.(signal)) === true
}

const toExactSwap = ({ payment, account, token: sourceToken }: PaySource) => ({
  account,
  network: payment.network,
  sourceToken,
  toToken: toHolding(payment),
  units: payment.units,
})

async function readBalance(
  widget: Widget,
  { account, token, payment: { network } }: PaySource,
  signal: AbortSignal,
): Promise<bigint> {
  const reading = await loadTransferReading(widget, network)
  return reading.balance({ address: account.address, token, network, signal })
}

/** The source with its quote, which the account can still pay. Throws otherwise. */
export async function recheckSource(widget: Widget, source: PaySource): Promise<void> {
  if (source.error !== undefined) throw source.error
  const balance = await readBalance(widget, source, widget.signal)
  if (!source.quote || source.quote.sourceUnits > balance) throw new SwapInputError('balance')
}

type SwapSourceParameters = {
  readonly session: ChainSession
  readonly source: PaySource
  /** When the payment started: it needs only one swap since then. */
  readonly since: number
}

/** Swaps by requests of its own, as far as that is not part of the payment's request. */
export async function swapSource(
  widget: Widget,
  { session, source, since }: SwapSourceParameters,
): Promise<void> {
  const { quote } = source
  if (!quote) throw new SwapInputError('amount')
  const { runExactSwap } = await loadSwaps()
  // A second try pays with the tokens of the swap, also of one that another tab has made.
  const forget = () => paySourceStoreOf(widget).set({ source: undefined })
  try {
    await runExactSwap(widget, { swap: toExactSwap(source), quote, session, since })
    forget()
  } catch (error) {
    if (isWidgetError(error, 'swap/in-flight')) forget()
    throw error
  }
}

/** The calls that swap and pay as one. */
export async function prepareBatch(widget: Widget, source: PaySource, payment: Payment) {
  const { quote, account } = source
  if (!quote) throw new SwapInputError('amount')
  const [{ prepareSwapCalls }, reading] = await Promise.all([
    loadSwaps(),
    loadTransferReading(widget, payment.network),
  ])
  const calls = await prepareSwapCalls(widget, { swap: toExactSwap(source), quote })
  const call = await reading.toCall?.(toTransfer(payment, account))
  const [first, ...others] = call ? [...calls, call] : []
  return first && ([first, ...others] as const)
}
