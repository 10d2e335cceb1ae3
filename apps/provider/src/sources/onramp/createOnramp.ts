import { type Address, getAddress, isAddress } from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { type Asset, type Catalogue, createCatalogue } from './catalogue.js'
import type { Quote, Quotes } from './createQuotes.js'
import { formatMoney, parseMoney } from './money.js'
import type { OnrampDriver, OnrampOrder } from './OnrampDriver.js'
import { type OnrampSettings, type PaymentMethod, paymentLimits } from './OnrampSettings.js'

type Destination = {
  readonly address: string
  readonly blockchains: readonly string[]
  readonly assets: readonly string[]
}

/** Buying crypto: assets, quotes and checkout URLs. */
export type Onramp = {
  readonly catalogue: Catalogue
  quote(
    purchase: {
      readonly symbolOrId: string
      readonly network: string
      readonly currency: string
      readonly methods: readonly PaymentMethod[]
      readonly amount: string
    },
    signal: AbortSignal,
  ): Promise<{ readonly asset: Asset; readonly quote: Quote }>
  checkoutUrl(
    order: Omit<OnrampOrder, 'destination' | 'chain' | 'assets'> & {
      readonly destination: Destination
      readonly network: string | undefined
    },
    at: { readonly publicUrl: string; readonly signal: AbortSignal },
  ): Promise<string>
}

export function createOnramp({
  nodes,
  driver,
  quotes,
  settings,
}: {
  readonly nodes: Nodes
  readonly driver: OnrampDriver
  readonly quotes: Quotes
  readonly settings: OnrampSettings
}): Onramp {
  const catalogue = createCatalogue(nodes.chains, driver.delivers, settings)

  function chainFor(network: string | undefined, others: readonly string[]): ChainSettings {
    const named = network === undefined ? others : [network]
    const chain = named.map((name) => catalogue.chain(name)).find((one) => one !== undefined)
    const found = chain ?? (named.length === 0 ? catalogue.chains[0] : undefined)
    if (found) return found
    throw new ApiError(400, 'defaultNetwork', 'Nothing can be bought on this network.')
  }

  return {
    catalogue,

    async quote({ symbolOrId, network, currency, methods, amount }, signal) {
      const asset = catalogue.asset(symbolOrId, network, 'purchaseCurrency')
      const payment = catalogue.currency(currency, 'paymentCurrency')
      const subtotal = parseMoney(amount, 'amount')
      const limits = (methods.length > 0 ? methods : allMethods).map((name) => paymentLimits[name])
      if (!limits.some((limit) => subtotal >= limit.min && subtotal <= limit.max)) {
        const [least, most] = [limits.map((one) => one.min), limits.map((one) => one.max)]
        const range = `${formatMoney(min(least))} to ${formatMoney(max(most))} ${payment.id}`
        throw new ApiError(400, 'amount', `Purchases are possible from ${range}.`)
      }
      return { asset, quote: await quotes.create({ asset, currency: payment, subtotal }, signal) }
    },

    async checkoutUrl({ destination, network, ...order }, at) {
      const chain = chainFor(network, destination.blockchains)
      if (!isAddress(destination.address, { strict: false })) {
        throw new ApiError(400, 'destinationWallets', 'Not an address on an EVM chain.')
      }
      const symbols = destination.assets.map((symbol) => symbol.toUpperCase())
      const all = catalogue.assetsOf(chain)
      const chosen = symbols.flatMap((symbol) =>
        all.filter((a) => a.symbol.toUpperCase() === symbol),
      )
      const [first, ...rest] = symbols.length === 0 ? withPreferredFirst(all) : chosen
      if (!first) {
        throw new ApiError(400, 'destinationWallets', 'None of these assets can be bought here.')
      }
      const address: Address = getAddress(destination.address)
      return driver.checkoutUrl(
        { ...order, destination: address, chain, assets: [first, ...rest] },
        at,
      )
    },
  }
}

const allMethods = Object.keys(paymentLimits) as PaymentMethod[]
/** Preselected, because most people buy it. */
const preferredSymbol = 'USDC'

function withPreferredFirst(assets: readonly Asset[]): Asset[] {
  return [...assets].sort(
    (a, b) => Number(b.symbol === preferredSymbol) - Number(a.symbol === preferredSymbol),
  )
}

function min(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => (a < b ? a : b))
}

function max(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => (a > b ? a : b))
}
