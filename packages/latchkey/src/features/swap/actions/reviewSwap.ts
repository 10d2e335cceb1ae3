import { formatAmount } from '@latchkey/wire/amount'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import { navigate } from '../../../core/modal/actions/navigation.js'
import { SwapOutdatedError } from '../../../core/runtime/errors/swap.js'
import type { Widget } from '../../../core/widget.js'
import { fetchQuote } from '../quote.js'
import {
  type ImpactLevel,
  type SwapContext,
  type SwapQuote,
  type SwapReview,
  swapStoreOf,
} from '../store.js'
import { impactLevelOf } from '../swapRules.js'
import { findDraft, updateReview } from './updateSwap.js'

/** Creates a review of the quoted swap and opens it. */
export async function reviewSwap(widget: Widget): Promise<void> {
  const store = swapStoreOf(widget)
  const draft = findDraft(widget)
  const { quote: shown, inputError } = store.get()
  if (inputError) throw inputError
  if (!draft || !shown) throw new SwapOutdatedError()
  const { clock } = widget.ports
  const isFresh = shown.expiresAt > clock.now()
  const quote = isFresh ? shown : await fetchQuote(widget, draft, widget.signal)
  const review = createReview(widget, draft, quote)
  store.set({ quote, review })
  recordSwap(widget, 'INITIATE_SWAP', review)
  navigate(widget, { view: 'SwapPreview', params: undefined })
}

export function createReview(
  { ports }: Widget,
  { account, network }: SwapContext,
  quote: SwapQuote,
): SwapReview {
  return {
    account,
    network,
    quote,
    id: Symbol('swap'),
    phase: 'review',
    needsApproval: quote.sourceToken.address === undefined ? false : undefined,
    isBatch: false,
    impact: getImpact(quote),
    isImpactAccepted: false,
    previousQuote: undefined,
    inFlight: [],
    entryId: undefined,
    reviewedAt: ports.clock.now(),
  }
}

export function getImpact({ priceImpact }: SwapQuote): ImpactLevel {
  return priceImpact === undefined ? 'low' : impactLevelOf(priceImpact)
}

/** The visitor accepts the high price impact: the second confirmation. */
export function acceptImpact(widget: Widget): void {
  const { review } = swapStoreOf(widget).get()
  if (review) updateReview(widget, review.id, { isImpactAccepted: true })
}

/** The visitor accepts the new, worse price. */
export function acceptPrice(widget: Widget): void {
  const { review } = swapStoreOf(widget).get()
  if (review) updateReview(widget, review.id, { previousQuote: undefined })
}

type SwapEvent = 'INITIATE_SWAP' | 'SWAP_SUCCESS' | 'SWAP_ERROR' | 'SWAP_APPROVAL_ERROR'

/** Public surface §5.1. */
export function recordSwap(
  widget: Widget,
  event: SwapEvent,
  { account, network, quote }: SwapReview,
  more: { readonly message?: string } = {},
): void {
  const { sourceToken, toToken, sourceUnits, toUnits } = quote
  recordEvent(widget, {
    event,
    properties: {
      isSmartAccount: account.type === 'smartAccount',
      network: network.id,
      swapFromToken: sourceToken.symbol,
      swapToToken: toToken.symbol,
      swapFromAmount: formatAmount(sourceUnits, sourceToken.decimals),
      swapToAmount: formatAmount(toUnits, toToken.decimals),
      ...more,
    },
  })
}
