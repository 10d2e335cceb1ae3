import type { ResourceState } from '../../../core/runtime/createResource.js'
import type { Holding } from '../../../core/account/portfolio/holding.js'
import { portfolioOf } from '../../../core/account/portfolio/portfolio.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useResource } from '../../../ui/hooks/useResource.js'
import { useStores } from '../../../ui/hooks/useStore.js'
import { type Place, placeOf } from '../place.js'

/** From which account and on which network, as long as there is one. */
export function usePlace(): Place | undefined {
  return useStores(['connection', 'network'], placeOf)
}

/** What the account holds there; asked for while shown. */
export function useHoldings({ account, network }: Place): ResourceState<readonly Holding[]> {
  const key = { address: account.address, network }
  return useResource(portfolioOf(useWidget()), key, { load: true })
}
