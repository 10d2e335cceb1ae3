import { isSameAddress } from '@latchkey/wire/lookAlike'
import { getJournal } from '../../core/account/journal/createJournal.js'
import { isInFlight, mayHaveRunSince, openEntryOnce } from '../../core/account/journal/inFlight.js'
import type { JournalEntry, SwapSummary, TokenSummary } from '../../core/account/journal/journal.js'
import type { Holding } from '../../core/account/portfolio/holding.js'
import type { ContractCall } from '../../core/connection/transfer.js'
import { SwapInFlightError } from '../../core/runtime/errors/swap.js'
import type { Widget } from '../../core/widget.js'
import type { SwapReview } from './store.js'

type SwapStep = {
  readonly review: SwapReview
  readonly step: SwapSummary['step']
  readonly call: ContractCall
  /** As in the confirmation. */
  readonly neededUnits?: bigint | undefined
}

/** Adds a step to the journal, unless any tab has made it unnecessary. */
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
 * Entries that make the step unnecessary, oldest first: the same step in flight, and the swap itself, also
 * if another tab settled it while this one was under review.
 */
export function findSameStep(
  widget: Widget,
  { review, step, call, neededUnits }: Omit<SwapStep, 'call'> & Partial<SwapStep>,
): readonly JournalEntry[] {
  const now = widget.ports.clock.now()
  return getJournal(widget)
    .entries()
    .filter((entry) => isSamePair(entry, review))
    .filter(({ swap }) =>
      neededUnits === undefined
        ? swap?.source.units === review.quote.sourceUnits.toString()
        : BigInt(swap?.target.units ?? 0) >= neededUnits,
    )
    .filter((entry) =>
      entry.swap?.step === 'swap'
        ? mayHaveRunSince(entry, review.reviewedAt, now)
        : // A repeated approval changes nothing, so only its call counts.
          step === 'approval' && entry.request.data === call?.data && isInFlight(entry, now),
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
