import { type Holding, isNative } from '../../core/account/portfolio/holding.js'
import { portfolioOf } from '../../core/account/portfolio/portfolio.js'
import { isSameAddress } from '../../core/account/recipients/lookAlike.js'
import type { Widget } from '../../core/widget.js'
import type { SendContext } from './sendContext.js'

/** What is known of the account's holdings now. */
export function knownHoldings(
  widget: Widget,
  { account, network }: SendContext,
): readonly Holding[] {
  const state = portfolioOf(widget).get({ address: account.address, network })
  return ('value' in state && state.value) || []
}

/** The one that is the same coin or token, with its newest balance. */
export function findHolding(
  holdings: readonly Holding[],
  token: Pick<Holding, 'address'>,
): Holding | undefined {
  return holdings.find((one) => isSameToken(one, token))
}

export function coinOf(holdings: readonly Holding[]): Holding | undefined {
  return holdings.find(isNative)
}

export function isSameToken(
  one: Pick<Holding, 'address'>,
  other: Pick<Holding, 'address'>,
): boolean {
  if (one.address === undefined || other.address === undefined) return one.address === other.address
  return isSameAddress(one.address, other.address)
}
