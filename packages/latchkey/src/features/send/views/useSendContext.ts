import type { Holding } from '../../../core/account/portfolio/holding.js'
import { getPortfolio } from '../../../core/account/portfolio/portfolio.js'
import type { ResourceState } from '../../../core/runtime/createResource.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useResource } from '../../../ui/hooks/useResource.js'
import { useStores } from '../../../ui/hooks/useStore.js'
import { findSendContext, type SendContext } from '../sendContext.js'

export function useSendContext(): SendContext | undefined {
  return useStores(['connection', 'network'], findSendContext)
}

/** Loads the account's holdings while mounted. */
export function useHoldings({ account, network }: SendContext): ResourceState<readonly Holding[]> {
  const key = { address: account.address, network }
  return useResource(getPortfolio(useWidget()), key, { load: true })
}
