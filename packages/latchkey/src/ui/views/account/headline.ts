import { type Holding, isNative } from '../../../core/account/portfolio/holding.js'
import { totalWorth } from '../../../core/account/portfolio/worth.js'
import type { ResourceState } from '../../../core/runtime/createResource.js'

/** The main figure of an account. */
export type Headline =
  | { readonly kind: 'loading' }
  /** No source responded. */
  | { readonly kind: 'missing' }
  /** In US dollars, without the `unpriced` holdings. */
  | { readonly kind: 'total'; readonly worth: bigint; readonly unpriced: number }
  /** No price is known, so the native coin is shown. */
  | { readonly kind: 'coin' }

export type AccountFigures = {
  readonly headline: Headline
  /** Units of the native coin. */
  readonly coin: bigint | undefined
  /** `old`: the last refresh failed. `updating`: from an earlier page load, being refreshed. */
  readonly age: 'fresh' | 'updating' | 'old'
}

export function getFigures(
  portfolio: ResourceState<readonly Holding[]>,
  balance: ResourceState<bigint>,
): AccountFigures {
  const holdings = lastValue(portfolio)
  const nodeUnits = lastValue(balance)
  const heldUnits = holdings?.find(isNative)?.units
  const headline = getHeadline(portfolio, balance, nodeUnits ?? heldUnits)
  return {
    headline,
    // Below a total, use the amount that the total includes: the node may be newer.
    coin: headline.kind === 'total' ? (heldUnits ?? nodeUnits) : (nodeUnits ?? heldUnits),
    age: getAge(holdings ? portfolio : balance),
  }
}

function getHeadline(
  portfolio: ResourceState<readonly Holding[]>,
  balance: ResourceState<bigint>,
  coin: bigint | undefined,
): Headline {
  const holdings = lastValue(portfolio)
  if (holdings?.some(({ price }) => price !== undefined)) {
    return { kind: 'total', ...totalWorth(holdings) }
  }
  if (!holdings && portfolio.status !== 'failed') return { kind: 'loading' }
  if (coin !== undefined) return { kind: 'coin' }
  return { kind: balance.status === 'failed' ? 'missing' : 'loading' }
}

function getAge(state: ResourceState<unknown>): AccountFigures['age'] {
  if (state.status === 'failed') return lastValue(state) === undefined ? 'fresh' : 'old'
  return 'isStale' in state && state.isStale ? 'updating' : 'fresh'
}

function lastValue<value>(state: ResourceState<value>): value | undefined {
  return 'value' in state ? state.value : undefined
}
