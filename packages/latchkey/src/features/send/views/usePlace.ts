import type { Holding } from '../../../core/account/portfolio/holding.js'
import { portfolioOf } from '../../../core/account/portfolio/portfolio.js'
import type { ResourceState } from '../../../core/runtime/createResource.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useResource } from '../../../ui/hooks/useResource.js'
import { useStores } from '../../../ui/hooks/useStore.js'
import { placeOf, type SendContext } from '../sendContext.js'

/** From which account and on which network, as long as there is one. */
export function usePlace(): SendContext | undefined {
  return useStores(['connection', 'network'], placeOf)
}

/** What the account holds there; asked for while shown. */
export function useHoldings({ account, network }: SendContext): ResourceState<readonly Holding[]> {
  const key = { address: account.address, network }
  return useResource(portfolioOf(useWidget()), key, { load: true })
}
