import { connectedIn } from '../../connection/store.js'
import { activeNetwork } from '../../network/store.js'
import type { ResourceState } from '../../runtime/createResource.js'
import type { Widget } from '../../widget.js'
import { resourcesOf } from '../balance.js'
import type { Holding } from './holding.js'
import { portfolioOf } from './portfolio.js'
import { type Account, tellUnavailable } from './tellUnavailable.js'

export type RefreshHoldingsParameters = {
  /** Past what the provider remembers, as after a transfer; otherwise only what is no longer fresh. */
  readonly force?: boolean | undefined
}

/** Asks anew what the active account holds. After a failure nothing is asked for a while. Never rejects. */
export async function refreshHoldings(
  widget: Widget,
  { force = false }: RefreshHoldingsParameters = {},
): Promise<void> {
  const account = activeAccount(widget)
  if (account) await loadHoldings(widget, account, force ? 'forced' : 'stale')
}

/**
 * Holdings and the balance the node itself tells, read together so that they agree. `again` asks the
 * provider whatever the age, `forced` also makes it ask the chain.
 */
export async function loadHoldings(
  widget: Widget,
  account: Account,
  how: 'stale' | 'again' | 'forced',
): Promise<ResourceState<readonly Holding[]>> {
  const portfolio = portfolioOf(widget)
  const { balance } = resourcesOf(widget)
  // The balance first: where no provider tells of holdings, they are read from it.
  const asked = [balance, portfolio] as const
  const before = asked.map((resource) => resource.get(account))
  const key = { ...account, forceUpdate: how === 'forced' }
  const after = await Promise.all(
    asked.map((resource) => (how === 'stale' ? resource.load(key) : resource.refresh(key))),
  )
  const isNew = after.some(
    ({ status }, index) => status === 'failed' && before[index]?.status !== 'failed',
  )
  if (isNew) tellUnavailable(widget)
  return portfolio.get(account)
}

function activeAccount(widget: Widget): Account | undefined {
  const address = connectedIn(widget)?.active.address
  const network = activeNetwork(widget.stores.network.get())
  return address === undefined || !network ? undefined : { address, network }
}
