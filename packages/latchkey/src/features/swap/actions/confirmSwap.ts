import { formatAmount } from '@latchkey/wire/amount'
import { isSameAddress } from '@latchkey/wire/lookAlike'
import {
  isSuccess,
  requestForEntry,
  waitForReceipt,
} from '../../../core/account/journal/inFlight.js'
import type { JournalEntry } from '../../../core/account/journal/journal.js'
import { refreshHoldings } from '../../../core/account/portfolio/loadHoldings.js'
import type { ChainSession } from '../../../core/connection/family.js'
import type { ContractCall } from '../../../core/connection/transfer.js'
import { navigate } from '../../../core/modal/actions/navigation.js'
import { notify, presentError } from '../../../core/modal/actions/notify.js'
import { currentRoute } from '../../../core/modal/store.js'
import {
  PriceChangedError,
  PriceImpactError,
  SwapFailedError,
  SwapInFlightError,
  SwapInputError,
  SwapOutdatedError,
  SwapPreparationError,
  SwapUnsupportedError,
} from '../../../core/runtime/errors/swap.js'
import { isWidgetError } from '../../../core/runtime/errors/WidgetError.js'
import * as limits from '../../../core/runtime/limits.js'
import { swapToasts } from '../../../core/text/swap.js'
import type { Widget } from '../../../core/widget.js'
import { type Approval, loadReading, prepareApproval } from '../approval.js'
import { buildSwap } from '../buildSwap.js'
import { emptySwap, type SwapReview, swapStoreOf } from '../store.js'
import { findSwapContext } from '../swapData.js'
import { openSwapEntry } from '../swapEntries.js'
import { approve } from './approveSwap.js'
import { recordSwap } from './reviewSwap.js'
import { updateReview } from './updateSwap.js'
import { refreshQuote } from './watchSwap.js'

export type ConfirmSwapParameters = {
  /** Unsettled entries of the same swap that the visitor has seen and accepts. */
  readonly ignoredEntryIds?: readonly string[] | undefined
}

/** What the steps of one confirmation share. */
export type Confirmation = {
  readonly session: ChainSession
  readonly ignoredEntryIds: readonly string[]
  /** Units of the target token; any swap that yields them is the same, whatever it takes. */
  readonly neededUnits?: bigint | undefined
}

/**
 * Approves and swaps. At most one swap request reaches the wallet, however often this is called and in
 * however many tabs. Continues when the modal closes. Rejects with an error for the visitor.
 */
export async function confirmSwap(
  widget: Widget,
  { ignoredEntryIds = [] }: ConfirmSwapParameters = {},
): Promise<void> {
  const { review } = swapStoreOf(widget).get()
  if (!review) throw new SwapOutdatedError()
  // An earlier click is still in progress.
  if (review.phase !== 'review') return
  const update = (change: Partial<SwapReview>) => updateReview(widget, review.id, change)
  update({ phase: 'checking', inFlight: [] })
  try {
    assertAccepted(review)
    const session = await recheck(widget, review)
    const confirmation = { session, ignoredEntryIds }
    const { calls, isBatch, current } = await prepareInTime(widget, review, confirmation)
    update({ phase: 'swapping', isBatch })
    const entry = await requestSwap(widget, { review: current, calls, confirmation })
    update({ phase: 'waiting', entryId: entry.id })
    await finishSwap(widget, current, entry)
  } catch (error) {
    const inFlight = error instanceof SwapInFlightError ? error.entryIds : []
    update({ phase: 'review', entryId: undefined, inFlight })
    reportUnseen(widget, review, error)
    throw error
  }
}

function assertAccepted({ previousQuote, impact, isImpactAccepted }: SwapReview): void {
  if (previousQuote) throw new PriceChangedError()
  if (impact === 'stop' && !isImpactAccepted) throw new PriceImpactError()
}

/** Checks that what was reviewed still holds. */
async function recheck(
  widget: Widget,
  { account, network, quote: { sourceToken, sourceUnits } }: SwapReview,
): Promise<ChainSession> {
  const context = findSwapContext(widget)
  const isSameContext =
    context?.network.id === network.id && isSameAddress(context.account.address, account.address)
  if (!isSameContext) throw new SwapOutdatedError()
  const session = widget.sessions.get(network.namespace)
  if (!session?.sendCalls) throw new SwapUnsupportedError(network.id)
  const reading = await loadReading(widget, network)
  const { signal } = widget
  const { address } = account
  const balance = await reading.balance({ address, token: sourceToken, network, signal })
  if (balance < sourceUnits) throw new SwapInputError('balance')
  return session
}

/** The review with a quote that is still valid. Throws if the price got worse. */
async function getFreshReview(widget: Widget, review: SwapReview): Promise<SwapReview> {
  if (review.quote.expiresAt > widget.ports.clock.now()) return review
  const refreshed = await refreshQuote(widget, review, widget.signal)
  if (!refreshed) throw new SwapOutdatedError()
  const current = swapStoreOf(widget).get().review
  if (current?.id !== review.id) throw new SwapOutdatedError()
  assertAccepted(current)
  return current
}

type Prepared = {
  readonly calls: readonly [ContractCall, ...ContractCall[]]
  readonly isBatch: boolean
  /** With the quote that is signed. */
  readonly current: SwapReview
}

/** How often a swap is prepared again because that took longer than its quote lives. */
const maxPreparations = 3

/** Prepares again if the quote expired during preparation: an old one is never signed. */
async function prepareInTime(
  widget: Widget,
  reviewed: SwapReview,
  confirmation: Confirmation,
): Promise<Prepared> {
  let review = reviewed
  for (let tries = 0; tries < maxPreparations; tries += 1) {
    const fresh = await getFreshReview(widget, review)
    const prepared = await prepare(widget, fresh, confirmation)
    review = prepared.current
    if (review.quote.expiresAt > widget.ports.clock.now()) return prepared
  }
  throw new SwapPreparationError('transaction')
}

/** Approves if needed, by a request of its own or as part of a batch, and builds the swap. */
async function prepare(
  widget: Widget,
  review: SwapReview,
  confirmation: Confirmation,
): Promise<Prepared> {
  const { signal } = widget
  const approval = await prepareApproval(widget, { context: review, quote: review.quote, signal })
  const needsApproval = approval !== undefined && approval.calls.length > 0
  if (!needsApproval) {
    return { calls: [await build(widget, review, approval)], isBatch: false, current: review }
  }
  if (await confirmation.session.canBatch?.(signal)) {
    const calls = [...approval.calls, await build(widget, review, approval)]
    return { calls: calls as unknown as Prepared['calls'], isBatch: true, current: review }
  }
  await approve(widget, { review, approval, confirmation })
  updateReview(widget, review.id, { phase: 'checking', needsApproval: false })
  // Approving takes time: the price is checked again.
  const current = await getFreshReview(widget, review)
  return { calls: [await build(widget, current, approval)], isBatch: false, current }
}

/** The checked swap. If the price is gone, the new one is shown instead. */
async function build(
  widget: Widget,
  review: SwapReview,
  approval: Approval | undefined,
): Promise<ContractCall> {
  try {
    return await buildSwap(widget, review, approval)
  } catch (error) {
    const isPrice =
      isWidgetError(error, 'swap/transaction-failed') || error instanceof PriceChangedError
    if (!isPrice) throw error
    const refreshed = await refreshQuote(widget, review, widget.signal)
    if (refreshed?.isWorse) throw new PriceChangedError()
    throw error instanceof PriceChangedError
      ? new SwapPreparationError('transaction', { cause: error })
      : error
  }
}

/** Records the swap and asks the wallet for it. */
export async function requestSwap(
  widget: Widget,
  {
    review,
    calls,
    confirmation: { session, ignoredEntryIds, neededUnits },
  }: {
    readonly review: SwapReview
    readonly calls: Prepared['calls']
    readonly confirmation: Confirmation
  },
): Promise<JournalEntry> {
  const { signal } = widget
  const { account, network, id } = review
  const call = calls.at(-1) ?? calls[0]
  const step = { review, step: 'swap', call, neededUnits } as const
  const entry = await openSwapEntry(widget, step, ignoredEntryIds)
  updateReview(widget, id, { entryId: entry.id })
  try {
    await requestForEntry(widget, entry.id, async () =>
      session.sendCalls?.({ account, network, calls }, { entryId: entry.id, signal }),
    )
    return entry
  } catch (cause) {
    const wouldFail = isWidgetError(cause, 'transfer/refused')
    const error = wouldFail ? new SwapPreparationError('simulation', { cause }) : cause
    const { message } = error instanceof Error ? error : { message: '' }
    recordSwap(widget, 'SWAP_ERROR', review, { message })
    throw error
  }
}

/** Waits for the receipt, reloads the balances and tells the visitor. */
async function finishSwap(widget: Widget, review: SwapReview, { id }: JournalEntry): Promise<void> {
  const settled = await waitForReceipt(widget, id)
  const { sourceToken, toToken } = review.quote
  const tokens = [sourceToken, toToken].flatMap(({ address }) => address ?? [])
  void refreshHoldings(widget, { force: true, tokens })
  if (settled && !isSuccess(settled)) {
    const error = new SwapFailedError(settled.hash)
    recordSwap(widget, 'SWAP_ERROR', review, { message: error.message })
    updateReview(widget, review.id, { phase: 'failed' })
    reportUnseen(widget, review, error)
    return
  }
  recordSwap(widget, 'SWAP_SUCCESS', review)
  leaveReview(widget, review, settled !== undefined)
}

/** Shows an error as a toast if the review, which would show it, is closed. */
function reportUnseen(widget: Widget, review: SwapReview, error: unknown): void {
  if (!isReviewShown(widget, review)) presentError(widget, error)
}

function isReviewShown(widget: Widget, { id }: SwapReview): boolean {
  const { modal, router } = widget.stores
  const { view } = currentRoute(router.get())
  return (
    (modal.get().isOpen || widget.config.embedded) &&
    // An embedded wallet's confirmation lies above the review.
    (view === 'SwapPreview' || view === 'ApproveTransaction') &&
    swapStoreOf(widget).get().review?.id === id
  )
}

/** Empties the form and opens the account, unless the visitor has left the review. */
function leaveReview(widget: Widget, review: SwapReview, isConfirmed: boolean): void {
  const store = swapStoreOf(widget)
  const wasShown = isReviewShown(widget, review)
  if (store.get().review?.id === review.id) {
    // A visitor who left the review may be filling in the form again.
    store.set(wasShown ? emptySwap : { review: undefined })
  }
  if (wasShown) navigate(widget, { view: 'Account', params: undefined, how: 'reset' })
  if (!widget.stores.modal.get().isOpen && !widget.config.embedded) return
  const { sourceToken, toToken, toUnits } = review.quote
  const amount = formatAmount(toUnits, toToken.decimals, { maxFraction: limits.quantityDecimals })
  const describe = isConfirmed ? swapToasts.swapped : swapToasts.swapping
  const message = describe(sourceToken.symbol, amount, toToken.symbol)
  void notify(widget, { variant: 'success', message })
}
