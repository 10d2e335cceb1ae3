import { isSameAddress } from '@latchkey/wire/lookAlike'
import { getJournal } from '../../core/account/journal/createJournal.js'
import { isInFlight, openEntryOnce } from '../../core/account/journal/inFlight.js'
import type { JournalEntry, SwapSummary, TokenSummary } from '../../core/account/journal/journal.js'
import type { Holding } from '../../core/account/portfolio/holding.js'
import { SwapInFlightError } from '../../core/runtime/errors/swap.js'
import type { Widget } from '../../core/widget.js'
import type { CheckedCall } from './checks/checkSwap.js'
import type { SwapReview } from './store.js'

type SwapStep = {
  readonly review: SwapReview
  readonly step: SwapSummary['step']
  readonly call: CheckedCall
  /** A swap of the same tokens is the same whatever its amount: the price decides it. */
  readonly isAnyAmount?: boolean | undefined
}

/** Adds a step to the journal, unless the same one is in flight in any tab. */
export function openSwapEntry(
  widget: Widget,
  step: SwapStep,
  ignoredEntryIds: readonly string[],
): Promise<JournalEntry> {
  const { review, call } = step
  const { account, network, quote } = review
  return openEntryOnce(widget, {
    entry: {
      networkId: network.id,
      from: account.address,
      request: { to: call.to, value: call.value.toString(), data: call.data },
      swap: {
        step: step.step,
        source: toSummary(quote.sourceToken, quote.sourceUnits),
        target: toSummary(quote.toToken, quote.toUnits),
      },
    },
    findSame: () => findSameStep(widget, step),
    ignoredEntryIds,
    createError: (entryIds) => new SwapInFlightError(entryIds),
  })
}

function toSummary({ symbol, decimals, address, icon }: Holding, units: bigint): TokenSummary {
  return {
    symbol,
    decimals,
    units: units.toString(),
    ...(address !== undefined && { tokenAddress: address }),
    ...(icon !== undefined && { tokenIcon: icon }),
  }
}

/**
 * Entries of the same step that are not settled, oldest first. Of swaps also any that another tab added
 * since the review opened; a repeated approval changes nothing, so only its call counts.
 */
export function findSameStep(
  widget: Widget,
  { review, step, call, isAnyAmount = false }: Omit<SwapStep, 'call'> & Partial<SwapStep>,
): readonly JournalEntry[] {
  const now = widget.ports.clock.now()
  return getJournal(widget)
    .entries()
    .filter((entry) => isSamePair(entry, review) && entry.swap?.step === step)
    .filter(({ swap }) => isAnyAmount || swap?.source.units === review.quote.sourceUnits.toString())
    .filter((entry) =>
      step === 'swap'
        ? entry.madeAt >= review.reviewedAt || isInFlight(entry, now)
        : entry.request.data === call?.data && isInFlight(entry, now),
    )
    .toReversed()
}

function isSamePair(
  { networkId, from, swap }: JournalEntry,
  { network, account, quote }: SwapReview,
): boolean {
  const isToken = (summary: TokenSummary | undefined, { address }: Holding) =>
    isSameAddress(summary?.tokenAddress ?? '', address ?? '')
  return (
    swap !== undefined &&
    networkId === network.id &&
    isSameAddress(from, account.address) &&
    isToken(swap.source, quote.sourceToken) &&
    isToken(swap.target, quote.toToken)
  )
}
