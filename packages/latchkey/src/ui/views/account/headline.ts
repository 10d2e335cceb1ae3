import { type Holding, isNative } from '../../../core/account/portfolio/holding.js'
import { totalWorth } from '../../../core/account/portfolio/worth.js'
import type { ResourceState } from '../../../core/runtime/createResource.js'

/** The one figure an account is summed up by. Never one that is not known. */
export type Headline =
  | { readonly kind: 'loading' }
  /** Nobody could tell. */
  | { readonly kind: 'missing' }
  /** In US dollars, without so many holdings that have no price. */
  | { readonly kind: 'total'; readonly worth: bigint; readonly unpriced: number }
  /** Where nobody knows a price, the coin itself. */
  | { readonly kind: 'coin' }

export type AccountFigures = {
  readonly headline: Headline
  /** Units of the network's own coin. */
  readonly coin: bigint | undefined
  /** `old`: could not be read again. `updating`: from an earlier page load, being read again. */
  readonly age: 'fresh' | 'updating' | 'old'
}

export function getFigures(
  portfolio: ResourceState<readonly Holding[]>,
  balance: ResourceState<bigint>,
): AccountFigures {
  const holdings = lastValue(portfolio)
  const told = lastValue(balance)
  const held = holdings?.find(isNative)?.units
  const headline = getHeadline(portfolio, balance, told ?? held)
  return {
    headline,
    // Under a sum stands the coin as the sum has it: the node may have been asked at another time.
    coin: headline.kind === 'total' ? (held ?? told) : (told ?? held),
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
