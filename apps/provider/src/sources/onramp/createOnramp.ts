import { randomBytes } from 'node:crypto'
import { parseAmount } from '@latchkey/wire/amount'
import { namespaceOf } from '@latchkey/wire/caip'
import { getAddress, isAddress } from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import type { Nodes } from '../../nodes/Nodes.js'
import type { Project } from '../../projects/Project.js'
import { isSolanaAddress } from '../tokens/createTokens.js'
import type { Availability } from './availability.js'
import { type Asset, type Catalogue, createCatalogue } from './catalogue.js'
import { formatMoney, parseMoney } from './money.js'
import type { OnrampDriver, OnrampOrder, OrderOrigin, ProviderQuote } from './OnrampDriver.js'
import {
  type OnrampSettings,
  type PaymentMethod,
  paymentLimits,
  paymentMethods,
} from './OnrampSettings.js'
import type { OrderStore } from './orderStore.js'
import { ServiceError } from './ServiceError.js'

type Destination = {
  readonly address: string
  readonly blockchains: readonly string[]
  readonly assets: readonly string[]
}

type PurchaseRequest = {
  readonly symbolOrId: string
  readonly network: string
  readonly currency: string
  readonly methods: readonly PaymentMethod[]
  readonly amount: string
  /** Only these services; otherwise all. */
  readonly providers: readonly string[] | undefined
  readonly country: string | undefined
  readonly destination: string | undefined
}

export type OfferedQuote = { readonly driver: OnrampDriver; readonly quote: ProviderQuote }

type OrderRequest = Pick<
  OnrampOrder,
  'experience' | 'method' | 'country' | 'fiatAmount' | 'cryptoAmount'
> & {
  readonly destination: Destination
  readonly network: string | undefined
  readonly currency: string | undefined
  readonly provider: string | undefined
}

/** Buying crypto: services, assets, quotes and checkout URLs. */
export type Onramp = {
  readonly catalogue: Catalogue
  readonly drivers: readonly OnrampDriver[]
  /** The services a project offers and that respond. */
  offered(project: Project, signal: AbortSignal): Promise<readonly OnrampDriver[]>
  /** At least one quote, the most tokens first. */
  quote(
    project: Project,
    purchase: PurchaseRequest,
    signal: AbortSignal,
  ): Promise<{ readonly asset: Asset; readonly quotes: readonly [OfferedQuote, ...OfferedQuote[]] }>
  open(
    project: Project,
    order: OrderRequest,
    origin: OrderOrigin,
  ): Promise<{ readonly url: string; readonly provider: string; readonly purchaseId: string }>
}

export function createOnramp({
  nodes,
  drivers,
  availability,
  orders,
  settings,
}: {
  readonly nodes: Nodes
  readonly drivers: readonly OnrampDriver[]
  readonly availability: Availability
  readonly orders: OrderStore
  readonly settings: OnrampSettings
}): Onramp {
  const delivers = (chain: ChainSettings) => drivers.some((driver) => driver.delivers(chain))
  const catalogue = createCatalogue(nodes.chains, delivers, settings)

  const offered: Onramp['offered'] = (project, signal) =>
    availability.filter(
      drivers.filter(({ id }) => isAllowed(project, id)),
      signal,
    )

  function chainFor(network: string | undefined, others: readonly string[]): ChainSettings {
    const named = network === undefined ? others : [network]
    const chain = named.map((name) => catalogue.chain(name)).find((one) => one !== undefined)
    const found = chain ?? (named.length === 0 ? catalogue.chains[0] : undefined)
    if (found) return found
    throw new ApiError(400, 'defaultNetwork', 'Nothing can be bought on this network.')
  }

  /** The services to try, in order. */
  async function servicesFor(
    project: Project,
    chain: ChainSettings,
    wanted: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly OnrampDriver[]> {
    const all = await offered(project, signal)
    const fitting = all.filter(
      (driver) => driver.delivers(chain) && (wanted === undefined || driver.id === wanted),
    )
    if (fitting.length > 0) return fitting
    const isKnown = drivers.some(({ id }) => wanted === undefined || id === wanted)
    throw new ApiError(isKnown ? 503 : 400, 'provider', 'This provider is not available.')
  }

  return {
    catalogue,
    drivers,
    offered,

    async quote(project, purchase, signal) {
      const asset = catalogue.asset(purchase.symbolOrId, purchase.network, 'purchaseCurrency')
      const currency = catalogue.currency(purchase.currency, 'paymentCurrency')
      const amount = parseMoney(purchase.amount, 'amount')
      const methods = purchase.methods.length > 0 ? purchase.methods : paymentMethods
      const fitting = methods.filter((name) => isWithin(amount, name))
      if (fitting.length === 0) throw limitError(methods, currency.id)
      const { providers, country } = purchase
      const destination = purchase.destination && toDestination(asset.chain, purchase.destination)
      const candidates = (await offered(project, signal)).filter(
        (driver) => driver.delivers(asset.chain) && (providers?.includes(driver.id) ?? true),
      )
      const results = await Promise.allSettled(
        candidates.map((driver) => {
          const method = fitting.find((name) => driver.methods.includes(name))
          // The sandbox's quotes hold for bank payments too.
          const request = {
            asset,
            currency,
            amount,
            country,
            destination,
            method: method ?? 'card',
          }
          return availability.run(driver, (within) => driver.quote(request, within), signal)
        }),
      )
      const quotes = results.flatMap((result, index) => {
        const driver = candidates[index]
        const quote = result.status === 'fulfilled' ? result.value : undefined
        return driver && quote ? [{ driver, quote }] : []
      })
      const [best, ...others] = quotes.sort((a, b) => compareAmounts(asset, b, a))
      if (best) return { asset, quotes: [best, ...others] }
      const failed = results.find(
        (result) => result.status === 'rejected' && !(result.reason instanceof ServiceError),
      )
      if (failed?.status === 'rejected') throw failed.reason
      throw new ApiError(503, 'provider', 'No provider has a price for this at the moment.')
    },

    async open(project, { destination, network, currency, provider, ...request }, origin) {
      const chain = chainFor(network, destination.blockchains)
      const address = toDestination(chain, destination.address)
      const symbols = destination.assets.map((symbol) => symbol.toUpperCase())
      const all = catalogue.assetsOf(chain)
      const chosen = symbols.flatMap((symbol) =>
        all.filter((a) => a.symbol.toUpperCase() === symbol),
      )
      const [first, ...rest] = symbols.length === 0 ? withPreferredFirst(all) : chosen
      if (!first) {
        throw new ApiError(400, 'destinationWallets', 'None of these assets can be bought here.')
      }
      const [firstCurrency] = settings.currencies
      const order: OnrampOrder = {
        ...request,
        id: randomBytes(16).toString('hex'),
        projectId: project.id,
        destination: address,
        chain,
        assets: [first, ...rest],
        currency: catalogue.currency(currency ?? firstCurrency?.id ?? '', 'paymentCurrency'),
      }
      let failure: unknown
      for (const driver of await servicesFor(project, chain, provider, origin.signal)) {
        try {
          const opened = await availability.run(
            driver,
            (signal) => driver.open(order, { ...origin, signal }),
            origin.signal,
          )
          if (opened.purchaseId === undefined) await orders.create(toNewOrder(order, driver))
          return {
            url: opened.url,
            provider: driver.id,
            purchaseId: opened.purchaseId ?? order.id,
          }
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error
          failure = error
        }
      }
      throw toApiError(failure)
    },
  }
}

/** Preselected, because highest people buy it. */
const preferredSymbol = 'USDC'

function withPreferredFirst(assets: readonly Asset[]): Asset[] {
  return [...assets].sort(
    (a, b) => Number(b.symbol === preferredSymbol) - Number(a.symbol === preferredSymbol),
  )
}

/** A project can name the services it offers; the sandbox stands in for all of them. */
function isAllowed({ features }: Project, id: OnrampDriver['id']): boolean {
  const { isEnabled, config } = features.find((one) => one.id === 'onramp') ?? { isEnabled: true }
  if (!config) return true
  return isEnabled && (id === 'sandbox' || config.includes(id))
}

function isWithin(amount: bigint, method: PaymentMethod): boolean {
  const { min, max } = paymentLimits[method]
  return amount >= min && amount <= max
}

function limitError(methods: readonly PaymentMethod[], currency: string): ApiError {
  const limits = methods.map((name) => paymentLimits[name])
  const lowest = limits.map(({ min }) => min).reduce((a, b) => (a < b ? a : b))
  const highest = limits.map(({ max }) => max).reduce((a, b) => (a > b ? a : b))
  const range = `${formatMoney(lowest)} to ${formatMoney(highest)} ${currency}`
  return new ApiError(400, 'amount', `Purchases are possible from ${range}.`)
}

function compareAmounts({ decimals }: Asset, one: OfferedQuote, other: OfferedQuote): number {
  const difference =
    parseAmount(one.quote.amount, decimals) - parseAmount(other.quote.amount, decimals)
  return difference < 0n ? -1 : Number(difference > 0n)
}

function toDestination({ id }: ChainSettings, address: string): string {
  if (namespaceOf(id) === 'solana' && isSolanaAddress(address)) return address
  if (namespaceOf(id) === 'eip155' && isAddress(address, { strict: false })) {
    return getAddress(address)
  }
  throw new ApiError(400, 'destinationWallets', 'Not an address on this network.')
}

function toNewOrder(order: OnrampOrder, { id: provider }: OnrampDriver) {
  const { id, projectId, chain, destination, currency, fiatAmount } = order
  const [{ name, symbol }] = order.assets
  return {
    id,
    projectId,
    provider,
    chain: chain.id,
    destination,
    name,
    symbol,
    currency: currency.id,
    subtotal: fiatAmount,
  }
}

function toApiError(failure: unknown): ApiError {
  if (failure instanceof ServiceError && failure.kind === 'refused') {
    return new ApiError(400, 'provider', 'The provider does not accept this purchase.', {
      cause: failure,
    })
  }
  return new ApiError(503, 'provider', 'The provider does not respond at the moment.', {
    cause: failure,
  })
}
