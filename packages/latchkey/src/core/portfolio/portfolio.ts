import { parseAmount } from '@latchkey/wire/amount'
import { getAccountBalance, type TokenBalance } from '@latchkey/wire/http/balance'
import { createResource, type Resource } from '../createResource.js'
import { keep } from '../keep.js'
import * as limits from '../limits.js'
import type { Network } from '../network.js'
import { resourcesOf } from '../resources.js'
import type { Widget } from '../widget.js'
import type { Holding } from './holding.js'

export type PortfolioKey = { readonly address: string; readonly network: Network }

/** Everything an account holds on a network, the network's own coin first. */
export function portfolioOf(widget: Widget): Resource<PortfolioKey, readonly Holding[]> {
  return keep(widget, createPortfolio)
}

function createPortfolio(widget: Widget): Resource<PortfolioKey, readonly Holding[]> {
  const { ports, signal } = widget
  return createResource({
    clock: ports.clock,
    signal,
    key: ({ address, network }) => `${network.id}:${address}`,
    lifetime: limits.balanceLifetime,
    retryGap: limits.balanceRetryGap,
    load: (key, ending) =>
      ports.provider && !key.network.isTestnet ? ask(widget, key, ending) : readCoin(widget, key),
  })
}

async function ask(
  { ports }: Widget,
  { address, network }: PortfolioKey,
  signal: AbortSignal,
): Promise<readonly Holding[]> {
  const query = { address, chainId: network.id, currency: 'usd' as const }
  const answer = await ports.provider?.call(getAccountBalance, query, { signal })
  return (answer?.balances ?? []).flatMap((balance) => toHolding(balance) ?? [])
}

/** Specification §5: tokens without decimals are no money. */
function toHolding(balance: TokenBalance): Holding | undefined {
  const decimals = Number(balance.quantity.decimals)
  if (decimals === 0) return undefined
  return {
    networkId: balance.chainId as Holding['networkId'],
    address: balance.address?.split(':').at(-1),
    name: balance.name,
    symbol: balance.symbol,
    decimals,
    units: parseAmount(balance.quantity.numeric, decimals),
    ...(balance.price > 0 && { price: balance.price }),
    ...(balance.iconUrl && { icon: balance.iconUrl }),
  }
}

/** Without a provider there is still the chain. */
async function readCoin(widget: Widget, key: PortfolioKey): Promise<readonly Holding[]> {
  const state = await resourcesOf(widget).balance.load(key)
  if (state.status !== 'ready') throw 'error' in state ? state.error : new Error('No balance')
  const { name, symbol, decimals } = key.network.nativeCurrency
  return [{ networkId: key.network.id, name, symbol, decimals, units: state.value }]
}
