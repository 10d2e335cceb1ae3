import { getConnection } from '../../connection/store.js'
import { getActiveNetwork } from '../../network/store.js'
import type { ResourceState } from '../../runtime/createResource.js'
import { ProviderError } from '../../runtime/errors/provider.js'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { getBalances } from '../balance.js'
import type { Holding } from './holding.js'
import { type Account, notifyBalanceUnavailable } from './notifyBalanceUnavailable.js'
import { getPortfolio } from './portfolio.js'

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
async function loadHoldings(
  widget: Widget,
  account: Account,
  how: 'stale' | 'again' | 'forced',
): Promise<ResourceState<readonly Holding[]>> {
  const portfolio = getPortfolio(widget)
  const balance = getBalances(widget)
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
  if (isNew) notifyBalanceUnavailable(widget)
  return portfolio.get(account)
}

function activeAccount(widget: Widget): Account | undefined {
  const address = getConnection(widget)?.active.address
  const network = getActiveNetwork(widget.stores.network.get())
  return address === undefined || !network ? undefined : { address, network }
}

type WatchHoldingsParameters = Account & {
  /** Once is enough where nobody looks at the list. */
  readonly once?: boolean | undefined
  readonly signal: AbortSignal
}

/** Keeps the holdings of an account fresh until it is told to stop, or the provider asks to be left alone. */
export async function watchHoldings(
  widget: Widget,
  { once = false, signal, ...account }: WatchHoldingsParameters,
): Promise<void> {
  const { clock } = widget.ports
  let state = await loadHoldings(widget, account, 'stale')
  while (!once && !signal.aborted) {
    // Public surface §8.3: 503 ends it.
    const isOverloaded =
      state.status === 'failed' &&
      state.error instanceof ProviderError &&
      state.error.status === 503
    if (isOverloaded) return
    await clock.sleep(limits.holdingsPolling, signal)
    state = await loadHoldings(widget, account, 'again')
  }
}
