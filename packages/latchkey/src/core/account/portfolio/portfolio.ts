import { toAccountId } from '@latchkey/wire/caip'
import { getAccountBalance } from '@latchkey/wire/http/balance'
import type { Network } from '../../network/network.js'
import { createResource, type Resource } from '../../runtime/createResource.js'
import { ProviderError } from '../../runtime/errors/provider.js'
import { getOrCreate } from '../../runtime/getOrCreate.js'
import * as limits from '../../runtime/limits.js'
import { safeParse } from '../../runtime/safeParse.js'
import type { Widget } from '../../widget.js'
import { resourcesOf } from '../balance.js'
import { coinAddresses, type Holding, hasBalances, isNative } from './holding.js'
import { keepEntry, keptEntry } from './keptBalances.js'
import { readHoldings } from './readHoldings.js'

export type PortfolioKey = {
  readonly address: string
  readonly network: Network
  /** Asks the provider for what is so right now, instead of what it remembers. */
  readonly forceUpdate?: boolean | undefined
}

export type Portfolio = Resource<PortfolioKey, readonly Holding[]>

/** Everything an account holds on a network, the network's own coin first. */
export function portfolioOf(widget: Widget): Portfolio {
  return getOrCreate(widget, createPortfolio)
}

function createPortfolio(widget: Widget): Portfolio {
  const { ports, signal } = widget
  const portfolio: Portfolio = createResource({
    clock: ports.clock,
    signal,
    key: ({ address, network }) => `${network.id}:${address}`,
    lifetime: limits.balanceLifetime,
    retryGap: limits.balanceRetryGap,
    recall: (key) => (isToldByProvider(widget, key.network) ? recall(widget, key) : undefined),
    load(key, ending) {
      if (!isToldByProvider(widget, key.network)) return readCoin(widget, key)
      const before = portfolio.get(key)
      return ask(widget, key, ('value' in before && before.value) || [], ending)
    },
  })
  return portfolio
}

/** Public surface §8.5: which families' tokens a provider can tell of. Test networks are not its business. */
function isToldByProvider({ ports }: Widget, network: Network): boolean {
  return ports.provider !== undefined && hasBalances(network)
}

async function ask(
  widget: Widget,
  key: PortfolioKey,
  before: readonly Holding[],
  signal: AbortSignal,
): Promise<readonly Holding[]> {
  const { provider } = widget.ports
  if (!provider) throw new ProviderError('unreachable')
  const { address, network, forceUpdate } = key
  const { balances } = await provider.call(
    getAccountBalance,
    {
      address,
      chainId: network.id,
      currency: 'usd',
      ...(forceUpdate && { forceUpdate: namesOf(before, network).join(',') }),
    },
    { signal },
  )
  const holdings = readHoldings(balances, network)
  if (balances.length <= limits.keptHoldings) {
    keepEntry(widget, 'portfolio_cache', key, { balance: { balances } })
  }
  // A provider that forgot the coin itself is no reason to show none.
  return holdings.some(isNative) ? holdings : [...(await readCoin(widget, key)), ...holdings]
}

function recall(
  widget: Widget,
  key: PortfolioKey,
): { readonly value: readonly Holding[]; readonly at: number } | undefined {
  const entry = keptEntry(widget, 'portfolio_cache', key)
  const kept = entry && safeParse(getAccountBalance.response, entry.balance)
  if (!kept) return undefined
  return { value: readHoldings(kept.value.balances, key.network), at: entry.timestamp }
}

/** The coin and every token known so far, as far as one request may name them. */
function namesOf(holdings: readonly Holding[], { id, namespace }: Network): readonly string[] {
  const addresses = [coinAddresses[namespace], ...holdings.map(({ address }) => address)]
  return [...new Set(addresses)]
    .flatMap((address) => (address === undefined ? [] : toAccountId(id, address)))
    .slice(0, limits.forcedHoldings)
}

/** Without a provider there is still the chain. */
async function readCoin(widget: Widget, key: PortfolioKey): Promise<readonly Holding[]> {
  const state = await resourcesOf(widget).balance.load(key)
  if (state.status === 'failed') throw state.error
  if (state.status === 'absent') return []
  if (state.status !== 'ready') throw new ProviderError('unreachable')
  const { name, symbol, decimals } = key.network.nativeCurrency
  return [{ networkId: key.network.id, name, symbol, decimals, units: state.value }]
}
