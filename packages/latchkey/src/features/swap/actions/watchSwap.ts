import { goBack } from '../../../core/modal/actions/navigation.js'
import { presentError } from '../../../core/modal/actions/notify.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Widget } from '../../../core/widget.js'
import { prepareApproval } from '../approval.js'
import { compareQuotes, fetchQuote } from '../quote.js'
import { type SwapQuote, type SwapReview, swapStoreOf } from '../store.js'
import { findSwapContext, toContextKey } from '../swapData.js'
import { getImpact } from './reviewSwap.js'
import { updateReview } from './updateSwap.js'

export type WatchSwapParameters = { readonly signal: AbortSignal }

/**
 * Reads the allowance and refreshes the reviewed quote until the signal aborts. Goes back to the form
 * when the account or network changes, or when the approval cannot be prepared.
 */
export async function watchSwap(widget: Widget, { signal }: WatchSwapParameters): Promise<void> {
  const { clock } = widget.ports
  const first = findReview(widget)
  if (!first) return
  try {
    await readApproval(widget, first, signal)
  } catch (error) {
    signal.throwIfAborted()
    presentError(widget, error)
    return leaveReview(widget, first)
  }
  while (!signal.aborted) {
    await clock.sleep(limits.swapPolling, signal)
    const review = findReview(widget)
    if (review?.id !== first.id) return
    const context = findSwapContext(widget)
    if (!context || toContextKey(context) !== toContextKey(review)) {
      return leaveReview(widget, review)
    }
    // While it is with the wallet, the confirmation itself looks after the price.
    if (review.phase !== 'review') continue
    try {
      await refreshQuote(widget, review, signal)
    } catch (error) {
      if (!signal.aborted) widget.ports.log.warn('The price could not be refreshed', error)
    }
  }
}

function findReview(widget: Widget): SwapReview | undefined {
  return swapStoreOf(widget).get().review
}

function leaveReview(widget: Widget, { id }: SwapReview): void {
  if (findReview(widget)?.id !== id) return
  swapStoreOf(widget).set({ review: undefined })
  goBack(widget)
}

async function readApproval(
  widget: Widget,
  review: SwapReview,
  signal: AbortSignal,
): Promise<void> {
  const { network, quote, id } = review
  const approval = await prepareApproval(widget, { context: review, quote, signal })
  const needsApproval = approval !== undefined && approval.calls.length > 0
  const isBatch =
    needsApproval && (await widget.sessions.get(network.namespace)?.canBatch?.(signal)) === true
  updateReview(widget, id, { needsApproval, isBatch })
}

/** Fetches the price again. A worse one has to be accepted before anything is signed. */
export async function refreshQuote(
  widget: Widget,
  { id, account, network, quote: { sourceToken, toToken, sourceUnits, slippage } }: SwapReview,
  signal: AbortSignal,
): Promise<{ readonly quote: SwapQuote; readonly isWorse: boolean } | undefined> {
  const draft = { account, network, sourceToken, toToken, sourceUnits, slippage }
  const next = await fetchQuote(widget, draft, signal)
  const review = findReview(widget)
  if (review?.id !== id) return undefined
  const shown = review.previousQuote ?? review.quote
  const { quote, isWorse } = compareQuotes(shown, next)
  const impact = getImpact(quote)
  updateReview(widget, id, {
    quote,
    previousQuote: isWorse ? shown : undefined,
    impact,
    isImpactAccepted: review.isImpactAccepted && impact === review.impact,
  })
  return { quote, isWorse }
}
