import { useEffect } from 'react'
import { getBalances } from '../../../core/account/balance.js'
import type { Holding } from '../../../core/account/portfolio/holding.js'
import { refreshHoldings, watchHoldings } from '../../../core/account/portfolio/loadHoldings.js'
import { getPortfolio } from '../../../core/account/portfolio/portfolio.js'
import type { Network } from '../../../core/network/network.js'
import type { ResourceState } from '../../../core/runtime/createResource.js'
import { useWidget } from '../../hooks/context.js'
import { useAction } from '../../hooks/useAction.js'
import { useResource } from '../../hooks/useResource.js'
import { useSecondsLeft } from '../../hooks/useTime.js'

export type Holdings = {
  readonly address: string
  readonly network: Network
  readonly portfolio: ResourceState<readonly Holding[]>
  readonly balance: ResourceState<bigint>
  readonly refresh: () => void
  readonly isRefreshing: boolean
  /** After a failure, seconds until the next refresh is allowed. */
  readonly secondsBlocked: number | undefined
}

/** The holdings of an account: loaded on mount, and polled while their list is shown. */
export function useHoldings(
  address: string,
  network: Network,
  { isListShown }: { readonly isListShown: boolean },
): Holdings {
  const widget = useWidget()
  const resource = getPortfolio(widget)
  const key = { address, network }
  const portfolio = useResource(resource, key)
  const balance = useResource(getBalances(widget), key)
  const refreshing = useAction(refreshHoldings)
  const { run: follow } = useAction(watchHoldings, { quiet: true })
  useEffect(() => {
    void follow({ address, network, once: !isListShown })
  }, [follow, address, network, isListShown])
  const retryAt = portfolio.status === 'failed' ? resource.retryAt(key) : undefined
  const secondsLeft = useSecondsLeft(retryAt)
  return {
    ...key,
    portfolio,
    balance,
    refresh: () => void refreshing.run({ force: true }),
    isRefreshing: refreshing.status === 'running',
    secondsBlocked: secondsLeft || undefined,
  }
}
