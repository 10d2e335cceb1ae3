import { Notice } from '@latchkey/parts/Notice'
import { warnings } from '../../../core/text/swap.js'
import type { SwapQuote } from '../store.js'
import { impactLevelOf } from '../swapRules.js'
import { formatImpact, formatWorth } from './format.js'

/** Warns of a price much worse than the market's, or of one that cannot be compared. */
export function ImpactNotice({ quote }: { readonly quote: SwapQuote }) {
  const { priceImpact, sourceWorth, toWorth } = quote
  if (priceImpact === undefined) {
    return (
      <Notice tone="warn" title={warnings.noPrice.title} testId="swap-no-price">
        {warnings.noPrice.text}
      </Notice>
    )
  }
  const level = impactLevelOf(priceImpact)
  if (level === 'low') return null
  const impact = formatImpact(priceImpact)
  if (level === 'warning') {
    return (
      <Notice tone="warn" title={warnings.impact.title(impact)} testId="swap-impact-warning">
        {warnings.impact.text}
      </Notice>
    )
  }
  const isKnown = sourceWorth !== undefined && toWorth !== undefined
  return (
    <Notice tone="bad" title={warnings.stop.title(impact)} testId="swap-impact-stop">
      {warnings.stop.text(isKnown ? formatWorth(sourceWorth - toWorth) : undefined)}
    </Notice>
  )
}
