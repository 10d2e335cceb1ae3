import { isSameAddress } from '@latchkey/wire/lookAlike'
import {
  isSuccess,
  openEntryOnce,
  requestForEntry,
  waitForReceipt,
} from '../../../core/account/journal/inFlight.js'
import type { JournalEntry } from '../../../core/account/journal/journal.js'
import { refreshHoldings } from '../../../core/account/portfolio/loadHoldings.js'
import { estimateTransfer, isFunded } from '../../../core/account/transfer/estimateTransfer.js'
import { disconnect } from '../../../core/connection/actions/disconnect.js'
import type { Account, ChainSession } from '../../../core/connection/family.js'
import { getConnection } from '../../../core/connection/store.js'
import { navigate, openModal } from '../../../core/modal/actions/navigation.js'
import { currentRoute } from '../../../core/modal/store.js'
import type { ViewName } from '../../../core/modal/views.js'
import { switchNetwork } from '../../../core/network/actions/switchNetwork.js'
import type { Payment } from '../../../core/pay/payment.js'
import { isPayable, payStoreOf } from '../../../core/pay/store.js'
import { PaymentError } from '../../../core/runtime/errors/pay.js'
import {
  InsufficientFundsError,
  ReviewOutdatedError,
  SendFailedError,
  SendInFlightError,
  UnsupportedChainError,
} from '../../../core/runtime/errors/send.js'
import { isWidgetError } from '../../../core/runtime/errors/WidgetError.js'
import * as limits from '../../../core/runtime/limits.js'
import * as payText from '../../../core/text/pay.js'
import type { Widget } from '../../../core/widget.js'
import { findPaymentEntries, toEntry, toResult, toTransfer } from '../paymentEntry.js'
import { findPaySource, type PaySource } from '../paySource.js'
import { prepareBatch, recheckSource, swapSource } from './chooseSource.js'
import { assertNotPaidByExchange } from './payByExchange.js'
import { completePayment, failPayment, recordPayment, updatePayment } from './payment.js'

type ChooseWalletParameters = { readonly signal?: AbortSignal | undefined }

/** Opens the review. Without a wallet the visitor connects one first; on another network it switches. */
export async function chooseWallet(
  widget: Widget,
  { signal }: ChooseWalletParameters = {},
): Promise<void> {
  const { payment } = payStoreOf(widget).get()
  if (!payment) return
  const { network } = payment
  const { namespace } = network
  if (!getConnection(widget, namespace)) {
    updatePayment(widget, payment, { isConnecting: true })
    openModal(widget, { namespace, route: { view: 'Connect' } })
    return
  }
  await switchToPayment(widget, payment, signal)
  navigate(widget, { view: 'PayQuote' })
}

async function switchToPayment(
  widget: Widget,
  { network }: Payment,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { activeNamespace, active } = widget.stores.network.get()
  const isHere = activeNamespace === network.namespace && active[network.namespace] === network.id
  const session = widget.sessions.get(network.namespace)
  if (!isHere || session?.networkId() !== network.id)
    await switchNetwork(widget, { networkId: network.id, signal })
}

/** Disconnects the wallet that would pay; the payment stays open. */
export async function disconnectWallet(widget: Widget): Promise<void> {
  const { payment } = payStoreOf(widget).get()
  if (payment) await disconnect(widget, { namespace: payment.network.namespace, keepOpen: 'here' })
}

/** The account that pays. */
export function findPayer(widget: Widget, { network }: Payment): Account | undefined {
  return getConnection(widget, network.namespace)?.active
}

type EstimatePaymentParameters = { readonly signal: AbortSignal }

/** Switches to the network of the payment if needed, and reads what it costs from the chain. */
export async function estimatePayment(
  widget: Widget,
  { signal }: EstimatePaymentParameters,
): Promise<void> {
  const { payment } = payStoreOf(widget).get()
  const account = payment && findPayer(widget, payment)
  if (!account) return
  updatePayment(widget, payment, { account, estimate: undefined })
  await switchToPayment(widget, payment, signal)
  const estimate = await estimateTransfer(widget, toTransfer(payment, account), signal)
  if (payStoreOf(widget).get().account === account) updatePayment(widget, payment, { estimate })
}

export type PayFromWalletParameters = {
  /** Unsettled entries of the same payment that the visitor has seen and accepts. */
  readonly ignoredEntryIds?: readonly string[] | undefined
}

/**
 * Pays as reviewed. At most one request reaches the wallet, however often this is called, in however many
 * tabs and pages. Continues when the modal closes.
 */
export async function payFromWallet(
  widget: Widget,
  { ignoredEntryIds = [] }: PayFromWalletParameters = {},
): Promise<void> {
  const { payment, account, startedAt, ...state } = payStoreOf(widget).get()
  if (!payment || !account || !isPayable(state)) return
  updatePayment(widget, payment, { phase: 'checking', inFlight: [], error: undefined })
  const source = findPaySource(widget, payment)
  const findSame = () => findPaymentEntries(widget, payment, { since: startedAt })
  try {
    const session = await recheck(widget, payment, account, source)
    const calls = source?.isBatch ? await prepareBatch(widget, source, payment) : undefined
    if (source && !source.isBatch) {
      assertNotPaid(findSame(), ignoredEntryIds)
      updatePayment(widget, payment, { phase: 'swapping' })
      navigate(widget, { view: 'PayLoading', how: 'replace' })
      await swapSource(widget, { session, source, since: startedAt })
    }
    const { id: entryId } = await openEntryOnce(widget, {
      entry: toEntry(payment, account),
      findSame,
      ignoredEntryIds,
      createError: (entryIds) => new SendInFlightError(entryIds),
    })
    updatePayment(widget, payment, { phase: 'asking', entryId })
    navigate(widget, { view: 'PayLoading', how: 'replace' })
    recordPayment(widget, 'PAY_INITIATED', payment)
    await requestForEntry(widget, entryId, async () => {
      const { network } = payment
      const options = { entryId, signal: widget.signal }
      const hash = calls
        ? await session.sendCalls?.({ account, network, calls }, options)
        : await session.transfer?.(toTransfer(payment, account), options)
      if (hash === undefined) throw new UnsupportedChainError(network.id)
    })
    updatePayment(widget, payment, { phase: 'confirming' })
    await followEntry(widget, payment, entryId)
  } catch (error) {
    if (error instanceof SendInFlightError) {
      updatePayment(widget, payment, { phase: 'choosing', inFlight: error.entryIds })
      if (isShown(widget, 'PayLoading')) navigate(widget, { view: 'PayQuote', how: 'replace' })
    } else if (isReviewError(widget, error)) {
      updatePayment(widget, payment, { phase: 'choosing' })
      throw error
    } else failPayment(widget, payment, error)
  }
}

function assertNotPaid(entries: readonly JournalEntry[], ignoredIds: readonly string[]): void {
  const ids = entries.map(({ id }) => id).filter((id) => !ignoredIds.includes(id))
  if (ids.length > 0) throw new SendInFlightError(ids)
}

function isShown({ stores }: Widget, view: ViewName): boolean {
  return currentRoute(stores.router.get()).view === view
}

const reviewErrors = [
  'send/review-outdated',
  'send/insufficient-funds',
  'swap/price-changed',
  'swap/price-impact',
  'swap/invalid-balance',
  'swap/transaction-failed',
] as const

/** Nothing was requested, and the review can say what to change. */
function isReviewError(widget: Widget, error: unknown): boolean {
  return isShown(widget, 'PayQuote') && reviewErrors.some((code) => isWidgetError(error, code))
}

/** Checks that what was reviewed still holds. */
async function recheck(
  widget: Widget,
  payment: Payment,
  account: Account,
  source: PaySource | undefined,
): Promise<ChainSession> {
  const { network, token, units } = payment
  const { estimate } = payStoreOf(widget).get()
  if (source) await recheckSource(widget, source)
  else if (!isFunded({ token, units, estimate })) throw new InsufficientFundsError()
  await assertNotPaidByExchange(widget)
  const session = widget.sessions.get(network.namespace)
  const payer = findPayer(widget, payment)
  const isSame =
    payer !== undefined &&
    isSameAddress(payer.address, account.address) &&
    session?.networkId() === network.id
  if (!isSame) throw new ReviewOutdatedError()
  if (!session?.transfer) throw new UnsupportedChainError(network.id)
  return session
}

/** Follows the transaction to its end, also that of an earlier page. */
export async function followEntry(
  widget: Widget,
  payment: Payment,
  entryId: string,
): Promise<void> {
  const settled = await waitForReceipt(widget, entryId, { limit: limits.paymentWait })
  void refreshHoldings(widget, { force: true })
  if (!settled) {
    const message = payText.progress.timeout
    failPayment(widget, payment, new PaymentError('GENERIC_PAYMENT_ERROR', { message }))
  } else if (isSuccess(settled)) {
    await completePayment(widget, payment, toResult(payment, settled))
  } else failPayment(widget, payment, new SendFailedError(settled.hash))
}
