import type { Sql } from 'postgres'
import type { Clock } from '../../clock.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import type { Nodes } from '../../nodes/Nodes.js'
import type { GasPrices } from '../gas/createGasPrices.js'
import type { Prices } from '../price/createPrices.js'
import { createAvailability } from './availability.js'
import { createOnramp, type Onramp } from './createOnramp.js'
import { createQuotes } from './createQuotes.js'
import { createCoinbaseDriver } from './drivers/coinbaseDriver.js'
import { createMeldDriver } from './drivers/meldDriver.js'
import { followOrders, type OrderFollower } from './followOrders.js'
import type { OnrampDriver } from './OnrampDriver.js'
import { defaultOnrampSettings } from './OnrampSettings.js'
import { type OnrampConfig, type OnrampProviderConfig, onrampProviders } from './onrampConfig.js'
import { createOrderStore } from './orderStore.js'
import type { Purchases } from './Purchases.js'
import { createSandbox, type Sandbox } from './sandbox/createSandbox.js'

export type ComposedOnramp = {
  readonly onramp: Onramp
  readonly follower: OrderFollower
  /** Of all services. */
  readonly purchases: Purchases
  /** Only if it is one of the services. */
  readonly sandbox: Sandbox | undefined
  /** Meld's secret, if it sends webhooks. */
  readonly meldSecret: string | undefined
  /** Continues deliveries and follows orders, until the returned function is called. */
  watch(onFailure: (error: unknown) => void): () => void
}

/** Creates the configured payment services. */
export function composeOnramp(
  config: OnrampConfig,
  parts: {
    readonly sql: Sql
    readonly nodes: Nodes
    readonly clock: Clock
    readonly http: HttpClient
    readonly prices: Prices
    readonly gasPrices: GasPrices
  },
): ComposedOnramp {
  const { sql, nodes, clock, http, prices, gasPrices } = parts
  const settings = {
    feeBasisPoints: config.feeBasisPoints ?? defaultOnrampSettings.feeBasisPoints,
    currencies: config.currencies ?? defaultOnrampSettings.currencies,
  }
  const quotes = createQuotes({ prices, gasPrices, settings })
  const services = onrampProviders(config)
  const local = services.find((service) => service.driver === 'sandbox')
  const sandbox =
    local && createSandbox({ sql, nodes, clock, gasPrices, quotes, settings, ...local })
  const drivers = services.flatMap((service): OnrampDriver[] => {
    const driver = openOnrampService(service, { http, clock }) ?? sandbox?.driver
    return driver ? [driver] : []
  })
  const availability = createAvailability(clock)
  const orders = createOrderStore(sql, clock)
  const onramp = createOnramp({ nodes, drivers, availability, orders, settings })
  const follower = followOrders({ orders, drivers, availability, clock })
  const sources = [...(sandbox ? [sandbox.purchases] : []), follower.purchases]
  const meld = services.find((service) => service.driver === 'meld')
  return {
    onramp,
    follower,
    sandbox,
    purchases: joinPurchases(sources),
    meldSecret: meld?.webhookSecret,
    watch(onFailure) {
      const stops = [
        follower.watch(onFailure),
        ...(sandbox ? [sandbox.watch(clock, onFailure)] : []),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** The driver of a payment service; undefined for the sandbox, which needs more. */
export function openOnrampService(
  service: OnrampProviderConfig,
  parts: { readonly http: HttpClient; readonly clock: Clock },
): OnrampDriver | undefined {
  if (service.driver === 'coinbase') return createCoinbaseDriver(service, parts)
  return service.driver === 'meld' ? createMeldDriver(service, parts) : undefined
}

/** Newest first, from all services. */
export function joinPurchases(sources: readonly Purchases[]): Purchases {
  return {
    async list(owner) {
      const lists = await Promise.all(sources.map((source) => source.list(owner)))
      const time = (one: (typeof lists)[number][number]) => Date.parse(one.metadata.minedAt)
      return lists.flat().sort((a, b) => time(b) - time(a))
    },
    async find(projectId, purchaseId, signal) {
      for (const source of sources) {
        const found = await source.find(projectId, purchaseId, signal)
        if (found) return found
      }
      return undefined
    },
  }
}
