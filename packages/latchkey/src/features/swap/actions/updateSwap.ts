import type { Holding } from '../../../core/account/portfolio/holding.js'
import { getWorth } from '../../../core/account/portfolio/worth.js'
import { withAttempt } from '../../../core/runtime/attempt.js'
import { SwapInputError } from '../../../core/runtime/errors/swap.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Widget } from '../../../core/widget.js'
import { fetchQuote, findInputError, type SwapDraft, safeParseUnits } from '../quote.js'
import { emptySwap, type SwapReview, type SwapState, swapStoreOf } from '../store.js'
import { findSwapContext, findToken, getOwnTokens, isSameToken, toContextKey } from '../swapData.js'

/** Empties the form. A swap that runs goes on: its review stays until it ends. */
export function resetForm(widget: Widget, change: Partial<SwapState> = {}): void {
  swapStoreOf(widget).set(({ review }) => ({
    ...emptySwap,
    review: review && isRunning(review) ? review : undefined,
    ...change,
  }))
}

function isRunning({ phase }: SwapReview): boolean {
  return phase !== 'review' && phase !== 'failed'
}

/** Changes the form and requests a new quote after a pause. */
export function editForm(
  widget: Widget,
  change: Partial<Pick<SwapState, 'sourceToken' | 'toToken' | 'sourceTokenAmount' | 'slippage'>>,
): void {
  const store = swapStoreOf(widget)
  store.set((state) => {
    const next = { ...state, ...change }
    const { sourceToken, sourceTokenAmount } = next
    const units = sourceToken && safeParseUnits(sourceTokenAmount, sourceToken.decimals)
    return {
      ...change,
      sourceUnits: units,
      sourceWorth: units === undefined ? undefined : getWorth({ ...sourceToken, units } as Holding),
      quote: undefined,
      inputError: undefined,
      isFetchFailed: false,
    }
  })
  void quoteForm(widget, { delay: limits.swapInputDelay })
}

/** What the form holds, if it is complete. */
export function findDraft(widget: Widget): SwapDraft | undefined {
  const context = findSwapContext(widget)
  const { sourceToken, toToken, sourceUnits, slippage, contextKey } = swapStoreOf(widget).get()
  if (!context || contextKey !== toContextKey(context)) return undefined
  if (!sourceToken || !toToken || sourceUnits === undefined) return undefined
  return { ...context, sourceToken, toToken, sourceUnits, slippage }
}

/**
 * Fetches a quote of the form; a newer call cancels an older one, so no old answer is shown. Never
 * rejects: a failure is part of the state.
 */
export async function quoteForm(
  widget: Widget,
  { delay = 0, signal }: { readonly delay?: number; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const store = swapStoreOf(widget)
  const isSame = (draft: SwapDraft) => isSameDraft(findDraft(widget), draft)
  const draft = findDraft(widget)
  store.set({ isQuoting: draft !== undefined })
  try {
    await withAttempt(
      widget,
      'swap-quote',
      async (ending) => {
        if (delay > 0) await widget.ports.clock.sleep(delay, ending)
        if (!draft) return
        const shortage = findInputError(draft, getOwnTokens(widget, draft))
        if (shortage) store.set({ inputError: shortage })
        const quote = await fetchQuote(widget, draft, ending)
        if (!isSame(draft)) return
        const fee = quote.networkFee.units
        store.set({
          quote,
          sourceWorth: quote.sourceWorth,
          inputError: findInputError(draft, getOwnTokens(widget, draft), fee),
          isFetchFailed: false,
          isQuoting: false,
        })
      },
      signal,
    )
  } catch (error) {
    const isCurrent = draft !== undefined && isSame(draft)
    if (error instanceof SwapInputError && isCurrent) {
      const inputError = findInputError(draft, getOwnTokens(widget, draft)) ?? error
      store.set({ quote: undefined, inputError, isFetchFailed: false, isQuoting: false })
    } else if (isCurrent && !isCancelled(widget, error)) {
      store.set({ isFetchFailed: true, isQuoting: false })
      widget.ports.log.warn('The swap could not be quoted', error)
    }
  }
}

/** A newer quote, a closed view or a closed modal. */
function isCancelled({ signal }: Widget, error: unknown): boolean {
  const { name, code } = Object(error)
  return signal.aborted || name === 'AbortError' || code === 'connection/modal-closed'
}

function isSameDraft(one: SwapDraft | undefined, other: SwapDraft): boolean {
  return (
    one !== undefined &&
    toContextKey(one) === toContextKey(other) &&
    isSameToken(one.sourceToken, other.sourceToken) &&
    isSameToken(one.toToken, other.toToken) &&
    one.sourceUnits === other.sourceUnits &&
    one.slippage === other.slippage
  )
}

/** Shows the latest balances and prices in the form. */
export function updateOwnTokens(widget: Widget): void {
  const context = findSwapContext(widget)
  const ownTokens = context && getOwnTokens(widget, context)
  if (!ownTokens) return
  const update = (token: Holding | undefined) => token && (findToken(ownTokens, token) ?? token)
  swapStoreOf(widget).set(({ sourceToken, toToken, tokens }) => ({
    ownTokens,
    sourceToken: update(sourceToken),
    toToken: update(toToken),
    tokens: tokens?.map((token) => findToken(ownTokens, token) ?? token),
  }))
  const draft = findDraft(widget)
  const { quote, inputError } = swapStoreOf(widget).get()
  // Other errors come from the exchange and do not depend on the balance.
  if (draft && quote && (!inputError || shortages.includes(inputError.code))) {
    const shortage = findInputError(draft, ownTokens, quote.networkFee.units)
    if (shortage?.code !== inputError?.code) swapStoreOf(widget).set({ inputError: shortage })
  }
}

const shortages: readonly string[] = ['swap/invalid-balance', 'swap/invalid-fee']

/** Does nothing if a newer review has replaced this one. */
export function updateReview(widget: Widget, id: symbol, change: Partial<SwapReview>): void {
  swapStoreOf(widget).set(({ review }) =>
    review?.id === id ? { review: { ...review, ...change } } : {},
  )
}
