import { parseAccountId, toAccountId } from '@latchkey/wire/caip'
import { getAccountBalance, type TokenBalance } from '@latchkey/wire/http/balance'
import { safeParse } from '@latchkey/wire/http/endpoint'
import { foldAddress, isSameAddress } from '@latchkey/wire/lookAlike'
import type { Network } from '../../network/network.js'
import { createResource, type Resource } from '../../runtime/createResource.js'
import { ProviderError } from '../../runtime/errors/provider.js'
import * as limits from '../../runtime/limits.js'
import { getOrCreate, type Widget } from '../../widget.js'
import { readAccountCache, writeAccountCache } from '../accountCache.js'
import { getBalances } from '../balance.js'
import { coinAddresses, type Holding, hasBalances, isNative } from './holding.js'

/** Token amounts have 256 bits. */
const maxUnits = 2n ** 256n - 1n
/** In dollars for one whole unit; a higher price is a mistake. */
const maxPrice = 1e12

export type PortfolioKey = {
  readonly address: string
  readonly network: Network
  /** Bypasses the provider's own cache. */
  readonly forceUpdate?: boolean | undefined
  /** Addresses to force in addition to the known holdings. */
  readonly forcedTokens?: readonly string[] | undefined
}

export type Portfolio = Resource<PortfolioKey, readonly Holding[]>

/** Everything an account holds on a network, native coin first. */
export function getPortfolio(widget: Widget): Portfolio {
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
    recall: (key) =>
      isServedByProvider(widget, key.network) ? recallHoldings(widget, key) : undefined,
    load(key, loadSignal) {
      if (!isServedByProvider(widget, key.network)) return loadNativeCoin(widget, key)
      const before = portfolio.get(key)
      return fetchHoldings(widget, key, ('value' in before && before.value) || [], loadSignal)
    },
  })
  return portfolio
}

/** Public surface §8.5: providers know the tokens of some families, never of test networks. */
function isServedByProvider({ ports }: Widget, network: Network): boolean {
  return ports.provider !== undefined && hasBalances(network)
}

async function fetchHoldings(
  widget: Widget,
  key: PortfolioKey,
  before: readonly Holding[],
  signal: AbortSignal,
): Promise<readonly Holding[]> {
  const { provider } = widget.ports
  if (!provider) throw new ProviderError('unreachable')
  const { address, network, forceUpdate, forcedTokens } = key
  const { balances } = await provider.call(
    getAccountBalance,
    {
      address,
      chainId: network.id,
      currency: 'usd',
      ...(forceUpdate && { forceUpdate: toTokenIds(before, network, forcedTokens).join(',') }),
    },
    { signal },
  )
  const holdings = parseHoldings(balances, network)
  if (balances.length <= limits.cachedHoldings) {
    const caipAddress = toAccountId(network.id, address)
    writeAccountCache(widget, 'portfolio_cache', caipAddress, {
      caipAddress,
      balance: { balances },
    })
  }
  // Some providers leave the native coin out.
  return holdings.some(isNative) ? holdings : [...(await loadNativeCoin(widget, key)), ...holdings]
}

function recallHoldings(
  widget: Widget,
  { address, network }: PortfolioKey,
): { readonly value: readonly Holding[]; readonly at: number } | undefined {
  const entry = readAccountCache(widget, 'portfolio_cache', toAccountId(network.id, address))
  const cached = entry && safeParse(getAccountBalance.response, entry.balance)
  if (!cached) return undefined
  return { value: parseHoldings(cached.value.balances, network), at: entry.timestamp }
}

/** Ids of the native coin and the known tokens, up to the limit of one request. */
function toTokenIds(
  holdings: readonly Holding[],
  { id, namespace }: Network,
  others: readonly string[] = [],
): readonly string[] {
  const known = holdings.map(({ address }) => address)
  const addresses = [coinAddresses[namespace], ...others, ...known]
  return [...new Set(addresses)]
    .flatMap((address) => (address === undefined ? [] : toAccountId(id, address)))
    .slice(0, limits.maxForcedHoldings)
}

/** Read from the chain, for networks and sites without a provider. */
async function loadNativeCoin(widget: Widget, key: PortfolioKey): Promise<readonly Holding[]> {
  const state = await getBalances(widget).load(key)
  if (state.status === 'failed') throw state.error
  if (state.status === 'absent') return []
  if (state.status !== 'ready') throw new ProviderError('unreachable')
  const { name, symbol, decimals } = key.network.nativeCurrency
  return [{ networkId: key.network.id, name, symbol, decimals, units: state.value }]
}

/** Holdings on one network, native coin first. Malformed entries are dropped. */
export function parseHoldings(
  balances: readonly TokenBalance[],
  network: Network,
): readonly Holding[] {
  const found = new Map<string, Holding>()
  for (const balance of balances) {
    const holding = parseHolding(balance, network)
    const key = foldAddress(holding?.address ?? '')
    if (holding && !found.has(key)) found.set(key, holding)
  }
  const all = [...found.values()]
  return [...all.filter(isNative), ...all.filter((holding) => !isNative(holding))]
}

function parseHolding(balance: TokenBalance, network: Network): Holding | undefined {
  const address = parseTokenAddress(balance, network)
  const decimals = Number(balance.quantity.decimals)
  // Specification §5: tokens without decimals are not money.
  const hasValidDecimals = decimals > 0 && decimals <= limits.tokenDecimals
  if (!address || balance.chainId !== network.id || !hasValidDecimals) return undefined
  const units = parseUnits(balance.quantity.numeric, decimals)
  const label = parseLabel(balance, network, address.value)
  if (units === undefined || !label) return undefined
  const { price, isPriceStale, iconUrl } = balance
  return {
    networkId: network.id,
    address: address.value,
    ...label,
    decimals,
    units,
    ...(price > 0 && price < maxPrice && { price, ...(isPriceStale && { isPriceStale }) }),
    ...(iconUrl && { icon: iconUrl }),
  }
}

/** `{ value: undefined }` for the native coin; undefined for a token of another network. */
function parseTokenAddress(
  { address }: TokenBalance,
  network: Network,
): { readonly value: string | undefined } | undefined {
  if (address === undefined) return { value: undefined }
  const coin = coinAddresses[network.namespace]
  const token = parseAccountId(address)
  const bare = token?.address ?? address
  if (coin !== undefined && isSameAddress(bare, coin)) return { value: undefined }
  return token?.networkId === network.id ? { value: token.address } : undefined
}

/** Cuts digits beyond the smallest unit, so that no balance is shown too high. */
function parseUnits(numeric: string, decimals: number): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(numeric) ?? []
  if (whole === undefined) return undefined
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return units <= maxUnits ? units : undefined
}

/** The native coin is named by the site's network; a token names itself, within limits. */
function parseLabel(
  balance: TokenBalance,
  { nativeCurrency }: Network,
  address: string | undefined,
): Pick<Holding, 'name' | 'symbol'> | undefined {
  if (address === undefined) {
    const isMatch = Number(balance.quantity.decimals) === nativeCurrency.decimals
    return isMatch ? { name: nativeCurrency.name, symbol: nativeCurrency.symbol } : undefined
  }
  const symbol = sanitize(balance.symbol)
  const name = sanitize(balance.name) || symbol
  const fits = name.length <= limits.tokenNameLength && symbol.length <= limits.tokenSymbolLength
  return symbol && fits ? { name, symbol } : undefined
}

/** Control and direction characters could disguise one token as another. */
function sanitize(text: string): string {
  return text.replace(/\p{C}/gu, '').trim()
}
