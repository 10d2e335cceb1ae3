import { parseAccountId } from '@latchkey/wire/caip'
import { getSupportedChains } from '@latchkey/wire/http/chains'
import { getConvertTokens, getGasPrice } from '@latchkey/wire/http/convert'
import type { ResponseOf } from '@latchkey/wire/http/endpoint'
import { foldAddress, isSameAddress } from '@latchkey/wire/lookAlike'
import { coinAddresses, type Holding } from '../../core/account/portfolio/holding.js'
import { getPortfolio } from '../../core/account/portfolio/portfolio.js'
import { fetchPrice, type PriceKey } from '../../core/account/portfolio/price.js'
import { getConnection } from '../../core/connection/store.js'
import type { Network } from '../../core/network/network.js'
import { getActiveNetwork } from '../../core/network/store.js'
import { createResource, type Resource } from '../../core/runtime/createResource.js'
import { ProviderError } from '../../core/runtime/errors/provider.js'
import { SwapUnsupportedError } from '../../core/runtime/errors/swap.js'
import * as limits from '../../core/runtime/limits.js'
import type { ProviderPort } from '../../core/runtime/ports.js'
import { getOrCreate, type Widget } from '../../core/widget.js'
import type { SwapContext } from './store.js'

/** Undefined when no wallet is connected. */
export function findSwapContext(widget: Widget): SwapContext | undefined {
  const account = getConnection(widget)?.active
  const network = getActiveNetwork(widget.stores.network.get())
  return account && network && { account, network }
}

export function toContextKey({ account, network }: SwapContext): string {
  return `${network.id}:${account.address}`
}

export function getProvider({ ports }: Widget): ProviderPort {
  if (!ports.provider) throw new ProviderError('unreachable')
  return ports.provider
}

type SwapData = {
  readonly tokens: Resource<{ readonly network: Network }, readonly Holding[]>
  readonly prices: Resource<PriceKey, number>
  readonly gasPrice: Resource<{ readonly network: Network }, bigint>
  /** The networks that the provider serves. */
  readonly chains: Resource<undefined, readonly string[]>
}

/** Data of the provider that swaps need, with its lifetimes. */
export function getSwapData(widget: Widget): SwapData {
  return getOrCreate(widget, createSwapData)
}

function createSwapData(widget: Widget): SwapData {
  const { signal, ports } = widget
  const common = { clock: ports.clock, signal, retryGap: limits.directoryRetryGap }
  const keyOf = ({ network }: { readonly network: Network }) => network.id
  return {
    tokens: createResource({
      ...common,
      key: keyOf,
      lifetime: limits.directoryLifetime,
      load: ({ network }, loadSignal) => fetchTokens(widget, network, loadSignal),
    }),
    prices: createResource({
      ...common,
      key: ({ network, token }) => `${network.id}:${foldAddress(token.address ?? '')}`,
      lifetime: limits.swapPriceLifetime,
      load: (key, loadSignal) => fetchPrice(widget, key, loadSignal),
    }),
    gasPrice: createResource({
      ...common,
      key: keyOf,
      lifetime: limits.swapPriceLifetime,
      load: async ({ network }, loadSignal) => {
        // Elsewhere an exchange says what its transactions cost.
        if (network.namespace !== 'eip155') return 0n
        const options = { signal: loadSignal }
        const { standard } = await getProvider(widget).call(
          getGasPrice,
          { chainId: network.id },
          options,
        )
        return BigInt(standard)
      },
    }),
    chains: createResource({
      ...common,
      key: () => '',
      lifetime: limits.supportedChainsLifetime,
      load: async (_, loadSignal) =>
        (await getProvider(widget).call(getSupportedChains, {}, { signal: loadSignal })).http,
    }),
  }
}

/** Throws unless the provider serves the network. */
export async function assertServed(widget: Widget, network: Network): Promise<void> {
  const state = await getSwapData(widget).chains.load(undefined)
  if (state.status === 'failed') throw state.error
  if (state.status === 'ready' && !state.value.includes(network.id)) {
    throw new SwapUnsupportedError(network.id)
  }
}

async function fetchTokens(
  widget: Widget,
  network: Network,
  signal: AbortSignal,
): Promise<readonly Holding[]> {
  const { tokens } = await getProvider(widget).call(
    getConvertTokens,
    { chainId: network.id },
    { signal },
  )
  const found = new Map<string, Holding>()
  for (const token of tokens) {
    const parsed = parseToken(token, network)
    if (parsed) found.set(foldAddress(parsed.address ?? ''), parsed)
  }
  return [...found.values()].sort((one, other) => one.symbol.localeCompare(other.symbol, 'en'))
}

type ListedToken = ResponseOf<typeof getConvertTokens>['tokens'][number]

/** A token of the list, with a balance of 0. Undefined if it is malformed or of another network. */
function parseToken(token: ListedToken, network: Network): Holding | undefined {
  const id = parseAccountId(token.address)
  const { decimals } = token
  const hasValidDecimals = Number.isInteger(decimals) && decimals >= 0
  if (id?.networkId !== network.id || !hasValidDecimals || decimals > limits.tokenDecimals) {
    return undefined
  }
  const isCoin = isSameAddress(id.address, coinAddresses[network.namespace] ?? '')
  if (isCoin) return toCoin(network, token.logoUri)
  const symbol = sanitize(token.symbol)
  const name = sanitize(token.name) || symbol
  const fits = symbol.length <= limits.tokenSymbolLength && name.length <= limits.tokenNameLength
  if (!symbol || !fits) return undefined
  const icon = token.logoUri ? { icon: token.logoUri } : undefined
  return { networkId: network.id, address: id.address, name, symbol, decimals, units: 0n, ...icon }
}

/** The native coin is named by the site's network. */
export function toCoin({ id, nativeCurrency }: Network, icon?: string): Holding {
  const { name, symbol, decimals } = nativeCurrency
  return { networkId: id, name, symbol, decimals, units: 0n, ...(icon && { icon }) }
}

/** Control and direction characters could disguise one token as another. */
function sanitize(text: string): string {
  return text.replace(/\p{C}/gu, '').trim()
}

/** The token with its current price and balance, as far as they are known. Never rejects. */
export async function withPrice(
  widget: Widget,
  { network, account }: SwapContext,
  token: Holding,
): Promise<Holding> {
  const owned = findToken(getOwnTokens(widget, { account, network }) ?? [], token)
  if (owned?.price !== undefined) return owned
  const state = await getSwapData(widget).prices.load({ network, token })
  const price = 'value' in state ? state.value : undefined
  return { ...(owned ?? token), ...(price !== undefined && { price }) }
}

/** What the account owns, as last loaded. */
export function getOwnTokens(
  widget: Widget,
  { account, network }: SwapContext,
): readonly Holding[] | undefined {
  const state = getPortfolio(widget).get({ address: account.address, network })
  return 'value' in state ? state.value : undefined
}

export function findToken(
  tokens: readonly Holding[],
  { address }: Pick<Holding, 'address'>,
): Holding | undefined {
  return tokens.find((token) => isSameToken(token, { address }))
}

export function isSameToken(
  one: Pick<Holding, 'address'>,
  other: Pick<Holding, 'address'>,
): boolean {
  return isSameAddress(one.address ?? '', other.address ?? '')
}

/** Public surface §8.4, in this order. */
const suggestedSymbols =
  'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP'.split(
    ' ',
  )
const maxSuggested = 8

export function getSuggestedTokens(tokens: readonly Holding[]): readonly Holding[] {
  return suggestedSymbols
    .flatMap((symbol) => tokens.find((token) => token.symbol === symbol) ?? [])
    .slice(0, maxSuggested)
}
