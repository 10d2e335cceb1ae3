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
  /** Bypasses the provider's cache, as after a transfer; otherwise loads only what is stale. */
  readonly force?: boolean | undefined
  /** With `force`: tokens that the account may own since then. */
  readonly tokens?: readonly string[] | undefined
}

/** Loads the holdings of the active account, except within the retry gap. Never rejects. */
export async function refreshHoldings(
  widget: Widget,
  { force = false, tokens = [] }: RefreshHoldingsParameters = {},
): Promise<void> {
  const account = getActiveAccount(widget)
  if (account) await loadHoldings(widget, account, force ? 'forced' : 'stale', tokens)
}

/**
 * Loads holdings and native balance together, so that they agree. `again` ignores the lifetime,
 * `forced` also bypasses the provider's cache.
 */
async function loadHoldings(
  widget: Widget,
  account: Account,
  how: 'stale' | 'again' | 'forced',
  forcedTokens: readonly string[] = [],
): Promise<ResourceState<readonly Holding[]>> {
  const portfolio = getPortfolio(widget)
  const balance = getBalances(widget)
  // The balance first: without a provider, the holdings are read from it.
  const resources = [balance, portfolio] as const
  const before = resources.map((resource) => resource.get(account))
  const key = { ...account, forceUpdate: how === 'forced', forcedTokens }
  const after = await Promise.all(
    resources.map((resource) => (how === 'stale' ? resource.load(key) : resource.refresh(key))),
  )
  const isNew = after.some(
    ({ status }, index) => status === 'failed' && before[index]?.status !== 'failed',
  )
  if (isNew) notifyBalanceUnavailable(widget)
  return portfolio.get(account)
}

function getActiveAccount(widget: Widget): Account | undefined {
  const address = getConnection(widget)?.active.address
  const network = getActiveNetwork(widget.stores.network.get())
  return address === undefined || !network ? undefined : { address, network }
}

type WatchHoldingsParameters = Account & {
  /** Loads once, for views without the list. */
  readonly once?: boolean | undefined
  readonly signal: AbortSignal
}

/** Reloads an account's holdings until the signal aborts or the provider is overloaded. */
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
