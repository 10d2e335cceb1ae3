import { toPayAsset } from '@latchkey/wire/http/pay'
import { foldAddress } from '@latchkey/wire/lookAlike'
import type { Holding } from '../../core/account/portfolio/holding.js'
import { getPortfolio } from '../../core/account/portfolio/portfolio.js'
import { fetchPrice, type PriceKey } from '../../core/account/portfolio/price.js'
import { toExactDecimal } from '../../core/account/portfolio/worth.js'
import type { Account } from '../../core/connection/family.js'
import { getConnection } from '../../core/connection/store.js'
import type { Network } from '../../core/network/network.js'
import { getActiveNetwork } from '../../core/network/store.js'
import * as presets from '../../core/pay/assets.js'
import { callExchange } from '../../core/pay/exchangeCalls.js'
import type { Exchange } from '../../core/pay/payment.js'
import { createResource, type Resource } from '../../core/runtime/createResource.js'
import * as limits from '../../core/runtime/limits.js'
import { getOrCreate, type Widget } from '../../core/widget.js'

/** The account that receives deposits, and its network. */
export type DepositContext = { readonly account: Account; readonly network: Network }

/** Undefined without a wallet, and on other chain families than EVM and Solana. */
export function findDepositContext(widget: Widget): DepositContext | undefined {
  const network = getActiveNetwork(widget.stores.network.get())
  const account = getConnection(widget)?.active
  if (!account || !network || !/^(eip155|solana)$/.test(network.namespace)) return undefined
  return { account, network }
}

/** The coin, what the account owns, and well-known tokens of the network. */
export function getDepositAssets(
  widget: Widget,
  { account, network }: DepositContext,
): readonly Holding[] {
  const { name, symbol, decimals } = network.nativeCurrency
  const coin: Holding = { networkId: network.id, name, symbol, decimals, units: 0n }
  const state = getPortfolio(widget).get({ address: account.address, network })
  const owned = ('value' in state && state.value) || []
  const known = Object.values(presets)
    .filter((one) => one.network === network.id && one.asset !== 'native')
    .map(({ asset, metadata }) => ({
      ...{ networkId: network.id, address: asset, units: 0n },
      ...{ name: metadata.name, symbol: metadata.symbol, decimals: metadata.decimals },
    }))
  const assets = new Map<string, Holding>()
  for (const one of [...owned, coin, ...known]) {
    if (!assets.has(keyOf(one))) assets.set(keyOf(one), one)
  }
  return [...assets.values()]
}

/** `native`, or the address of the token. */
export function keyOf({ address }: Pick<Holding, 'address'>): string {
  return address === undefined ? 'native' : foldAddress(address)
}

type DepositData = {
  readonly prices: Resource<PriceKey, number>
  readonly exchanges: Resource<ExchangesKey, readonly Exchange[]>
}

type ExchangesKey = { readonly network: Network; readonly token: Pick<Holding, 'address'> }

/** Prices, and the exchanges that have a token. */
export function getDepositData(widget: Widget): DepositData {
  return getOrCreate(widget, createDepositData)
}

function createDepositData(widget: Widget): DepositData {
  const { signal, ports } = widget
  const common = {
    ...{ clock: ports.clock, signal },
    ...{ lifetime: limits.balanceLifetime, retryGap: limits.onrampRetryGap },
  }
  return {
    prices: createResource({
      ...common,
      key: ({ network, token }) => `${network.id}:${keyOf(token)}`,
      load: (key, loadSignal) => fetchPrice(widget, key, loadSignal),
    }),
    exchanges: createResource({
      ...common,
      key: ({ network, token }) => toPayAsset(network.id, token.address),
      async load({ network, token }, loadSignal) {
        const params = { page: 0, asset: toPayAsset(network.id, token.address) }
        const options = { signal: loadSignal, source: 'fund-wallet' } as const
        return (await callExchange(widget, 'reown_getExchanges', params, options)).exchanges
      },
    }),
  }
}

/** Wire protocols: amounts have at most eight decimals. */
const amountDecimals = 8

/**
 * How many units of a token a dollar amount buys, rounded down to eight decimals. Undefined for no amount
 * and without a price.
 */
export function toDepositUnits(
  amount: string,
  { decimals }: Pick<Holding, 'decimals'>,
  price: number | undefined,
): bigint | undefined {
  const rate = price === undefined ? undefined : toExactDecimal(price)
  const [whole = '', fraction = ''] = amount.split('.')
  if (!rate || rate.digits === 0n || !/[1-9]/.test(amount)) return undefined
  const dollars = BigInt(whole + fraction)
  const places = decimals + rate.scale - fraction.length
  const [up, down] = places >= 0 ? [places, 0] : [0, -places]
  const units = (dollars * 10n ** BigInt(up)) / (rate.digits * 10n ** BigInt(down))
  const step = 10n ** BigInt(Math.max(0, decimals - amountDecimals))
  return (units / step) * step || undefined
}
