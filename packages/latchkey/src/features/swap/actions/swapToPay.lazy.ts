import { isSuccess, waitForReceipt } from '../../../core/account/journal/inFlight.js'
import type { Holding } from '../../../core/account/portfolio/holding.js'
import type { ChainSession } from '../../../core/connection/family.js'
import type { ContractCall } from '../../../core/connection/transfer.js'
import {
  PriceChangedError,
  PriceImpactError,
  SwapFailedError,
  SwapInFlightError,
  SwapInputError,
} from '../../../core/runtime/errors/swap.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Widget } from '../../../core/widget.js'
import { prepareApproval } from '../approval.js'
import { buildSwap } from '../buildSwap.js'
import { fetchQuote } from '../quote.js'
import { defaultSlippage, type SwapContext, type SwapQuote } from '../store.js'
import { findSameStep } from '../swapEntries.js'
import { approve } from './approveSwap.js'
import { requestSwap } from './confirmSwap.js'
import { createReview, getImpact } from './reviewSwap.js'

/** An amount of one token that a swap of another one has to yield. */
export type ExactSwap = SwapContext & {
  readonly sourceToken: Holding
  readonly toToken: Holding
  /** Of `toToken`. */
  readonly units: bigint
}

/** Quotes until the amount fits. */
const maxQuotes = 4
/** In thousandths: the least that a swap may yield beyond what is needed before it counts as too much. */
const surplus = 10n
/** In thousandths: added to a computed amount, because prices get worse with it. */
const headroom = 1n

/** Finds how much of the source token yields at least the amount, with the default slippage. */
export async function quoteExactSwap(
  widget: Widget,
  { units, ...pair }: ExactSwap,
  signal: AbortSignal,
): Promise<SwapQuote> {
  const { sourceToken, toToken } = pair
  const fetch = (draft: { sourceToken: Holding; toToken: Holding; sourceUnits: bigint }) =>
    fetchQuote(widget, { ...pair, ...draft, slippage: defaultSlippage }, signal)
  const opposite = { sourceToken: toToken, toToken: sourceToken, sourceUnits: units }
  let { toUnits: sourceUnits } = await fetch(opposite)
  for (let tries = 1; tries <= maxQuotes; tries += 1) {
    const quote = await fetch({ sourceToken, toToken, sourceUnits })
    const { minimumUnits } = quote
    const isTooMuch = minimumUnits * 1_000n > units * (1_000n + surplus)
    if (minimumUnits >= units && (!isTooMuch || tries === maxQuotes)) {
      if (getImpact(quote) === 'stop') throw new PriceImpactError()
      return { ...quote, minimumUnits: units }
    }
    const scaled = (sourceUnits * units) / minimumUnits
    sourceUnits = scaled + (scaled * headroom) / 1_000n + 1n
  }
  throw new SwapInputError('liquidity')
}

type ExactSwapQuote = { readonly swap: ExactSwap; readonly quote: SwapQuote }

/** The checked calls that yield the amount, for one atomic batch. */
export async function prepareSwapCalls(
  widget: Widget,
  { swap, quote: shown }: ExactSwapQuote,
): Promise<readonly ContractCall[]> {
  const { signal } = widget
  const quote = await renewQuote(widget, swap, shown)
  const approval = await prepareApproval(widget, { context: swap, quote, signal })
  const call = await buildSwap(widget, { ...swap, quote }, approval)
  return [...(approval?.calls ?? []), call]
}

type RunExactSwapParameters = ExactSwapQuote & {
  readonly session: ChainSession
  /** A swap that was settled since then is the same: another tab has made it. */
  readonly since: number
}

/** Swaps with requests of their own. Resolves once the chain has confirmed it. */
export async function runExactSwap(
  widget: Widget,
  { swap, quote: shown, session, since }: RunExactSwapParameters,
): Promise<void> {
  const { signal } = widget
  const { units: neededUnits } = swap
  const confirmation = { session, ignoredEntryIds: [], neededUnits }
  const quote = await renewQuote(widget, swap, shown)
  const first = { ...createReview(widget, swap, quote), reviewedAt: since }
  const others = findSameStep(widget, { review: first, step: 'swap', neededUnits })
  if (others.length > 0) throw new SwapInFlightError(others.map(({ id }) => id))
  const approval = await prepareApproval(widget, { context: swap, quote: first.quote, signal })
  if (approval && approval.calls.length > 0) {
    await approve(widget, { review: first, approval, confirmation })
  }
  const review = { ...first, quote: await renewQuote(widget, swap, first.quote) }
  const call = await buildSwap(widget, review, approval)
  const { id } = await requestSwap(widget, { review, calls: [call], confirmation })
  const settled = await waitForReceipt(widget, id, { limit: limits.paymentWait })
  if (!settled) throw new SwapInFlightError([id])
  if (!isSuccess(settled)) throw new SwapFailedError(settled.hash)
}

/** In thousandths: a price that leaves less room than this would often not yield the amount. */
const minMargin = 2n

/** A quote that may still be signed. Throws if the shown amount no longer yields enough. */
async function renewQuote(widget: Widget, swap: ExactSwap, shown: SwapQuote): Promise<SwapQuote> {
  if (shown.expiresAt > widget.ports.clock.now()) return shown
  const { sourceUnits } = shown
  const draft = { ...swap, sourceUnits, slippage: defaultSlippage }
  const quote = await fetchQuote(widget, draft, widget.signal)
  const isEnough = quote.toUnits * (1_000n - minMargin) >= swap.units * 1_000n
  if (!isEnough || getImpact(quote) === 'stop') throw new PriceChangedError()
  return { ...quote, minimumUnits: swap.units }
}
