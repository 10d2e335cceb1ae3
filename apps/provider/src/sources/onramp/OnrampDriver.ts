import type { PurchaseStatus } from '@latchkey/wire/http/onramp'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import type { Asset } from './catalogue.js'
import type { Cents } from './money.js'
import type { FiatCurrency, PaymentMethod } from './OnrampSettings.js'
import type { Order } from './orderStore.js'

/** What a quote is for. */
export type QuoteRequest = {
  readonly asset: Asset
  readonly currency: FiatCurrency
  readonly amount: Cents
  readonly method: PaymentMethod
  /** Two letters. */
  readonly country: string | undefined
  readonly destination: string | undefined
}

export type ProviderQuote = {
  readonly total: Cents
  readonly subtotal: Cents
  readonly fee: Cents
  readonly networkFee: Cents
  /** How much of the asset arrives, as an exact decimal. */
  readonly amount: string
}

export type OnrampOrder = {
  /** Unique and not guessable; services report the purchase under it. */
  readonly id: string
  readonly projectId: string
  /** The recipient, with checksum on EVM chains. */
  readonly destination: string
  readonly chain: ChainSettings
  /** What can be bought; the first is preselected. */
  readonly assets: readonly [Asset, ...Asset[]]
  readonly experience: 'buy' | 'send'
  readonly currency: FiatCurrency
  readonly method: PaymentMethod | undefined
  readonly country: string | undefined
  readonly fiatAmount: Cents | undefined
  readonly cryptoAmount: number | undefined
}

/** Where an order comes from. */
export type OrderOrigin = {
  readonly publicUrl: string
  /** The buyer's internet address; undefined on this machine. */
  readonly clientAddress: string | undefined
  readonly signal: AbortSignal
}

/** What a service reports about an order. */
export type OrderReport = {
  readonly status: PurchaseStatus
  /** If the buyer chose another asset than the order's. */
  readonly symbol?: string | undefined
  readonly amount?: string | undefined
  readonly hash?: string | undefined
}

export type ProviderId = 'sandbox' | 'coinbase' | 'meld'

/** A payment service. Its calls throw a ServiceError when the service refuses or does not respond. */
export type OnrampDriver = {
  readonly id: ProviderId
  readonly label: string
  /** Like `1-2%`. */
  readonly feeRange: string
  readonly methods: readonly PaymentMethod[]
  delivers(chain: ChainSettings): boolean
  /** Rejects while the service cannot be used. */
  check(signal: AbortSignal): Promise<void>
  /** Undefined if the service does not sell this. */
  quote(request: QuoteRequest, signal: AbortSignal): Promise<ProviderQuote | undefined>
  /** The URL of the checkout. `purchaseId` only if the driver stores its purchases itself. */
  open(
    order: OnrampOrder,
    origin: OrderOrigin,
  ): Promise<{ readonly url: string; readonly purchaseId?: string }>
  /** Undefined while the service knows nothing of the order. */
  read?(order: Order, signal: AbortSignal): Promise<OrderReport | undefined>
}
