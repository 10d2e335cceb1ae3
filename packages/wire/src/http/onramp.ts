import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { isoTime, label, networkId, plainAddress, webAddress } from './fields.js'

const money = v.object({ amount: v.string(), currency: v.string() })

const paymentMethod = v.picklist(['card', 'ach_bank_account'])

/** Two letters, like `US`. */
const country = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'Not a country like US.'))

/** An id of `providers`, like `meld`. */
const providerId = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/, 'Not a provider like meld.'))

const paymentMethodLimit = v.object({ id: paymentMethod, min: v.string(), max: v.string() })

export const paymentCurrency = v.object({
  id: v.string(),
  payment_method_limits: v.array(paymentMethodLimit),
})

export const purchaseCurrency = v.object({
  id: v.string(),
  name: label,
  symbol: label,
  networks: v.array(
    v.object({
      name: label,
      display_name: label,
      chain_id: v.string(),
      contract_address: v.string(),
    }),
  ),
})

/** A payment service that is set up and responds; the reference protocol does not have it. */
export const onrampProvider = v.object({
  id: providerId,
  label,
  /** Like `1-2%`. */
  feeRange: label,
  /** The networks it delivers on. */
  networks: v.array(networkId),
  paymentMethods: v.array(paymentMethodLimit),
})

export type OnrampProvider = v.InferOutput<typeof onrampProvider>

export const getOnrampOptions = defineEndpoint({
  name: 'getOnrampOptions',
  method: 'GET',
  path: '/v1/onramp/options',
  response: v.object({
    paymentCurrencies: v.array(paymentCurrency),
    purchaseCurrencies: v.array(purchaseCurrency),
    providers: v.optional(v.array(onrampProvider)),
  }),
  caching: 'public',
})

const quoteFields = {
  quoteId: v.string(),
  paymentTotal: money,
  paymentSubtotal: money,
  purchaseAmount: money,
  networkFee: money,
}

const onrampQuote = v.object({ ...quoteFields, provider: providerId, fee: v.optional(money) })

export type OnrampQuote = v.InferOutput<typeof onrampQuote>

export const getOnrampQuote = defineEndpoint({
  name: 'getOnrampQuote',
  method: 'POST',
  path: '/v1/onramp/quote',
  body: v.object({
    purchaseCurrency,
    paymentCurrency,
    amount: v.pipe(v.string(), v.regex(/^\d{1,9}(?:\.\d{1,2})?$/, 'Not an amount of money.')),
    network: v.pipe(v.string(), v.maxLength(64)),
    /** Only these; otherwise all. */
    providers: v.optional(v.pipe(v.array(providerId), v.maxLength(10))),
    paymentMethod: v.optional(paymentMethod),
    /** The recipient; some services quote only with it. */
    destination: v.optional(plainAddress),
    /** The buyer's. */
    country: v.optional(country),
  }),
  response: v.object({
    ...quoteFields,
    /** One per provider with a quote, the most tokens first; the fields above are the first. */
    quotes: v.optional(v.array(onrampQuote)),
  }),
  caching: 'personal',
})

export const createOnrampUrl = defineEndpoint({
  name: 'createOnrampUrl',
  method: 'POST',
  path: '/v1/generators/onrampurl',
  body: v.object({
    destinationWallets: v.pipe(
      v.array(
        v.object({
          address: plainAddress,
          blockchains: v.optional(v.pipe(v.array(label), v.maxLength(50)), []),
          assets: v.optional(v.pipe(v.array(label), v.maxLength(50)), []),
        }),
      ),
      v.minLength(1),
      v.maxLength(10),
    ),
    partnerUserId: v.optional(v.pipe(v.string(), v.maxLength(128))),
    defaultNetwork: v.optional(label),
    defaultExperience: v.optional(v.picklist(['buy', 'send'])),
    presetCryptoAmount: v.optional(v.pipe(v.number(), v.minValue(0))),
    presetFiatAmount: v.optional(v.pipe(v.number(), v.minValue(0))),
    /** Without it, the first that delivers. */
    provider: v.optional(providerId),
    /** Of `presetFiatAmount`. */
    paymentCurrency: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'Not a currency.'))),
    paymentMethod: v.optional(paymentMethod),
    country: v.optional(country),
  }),
  response: v.object({
    url: webAddress,
    provider: v.optional(providerId),
    /** For `getOnrampPurchase`; also the id of the purchase in the account's history. */
    purchaseId: v.optional(v.string()),
  }),
  caching: 'personal',
  changes: true,
})

/**
 * `open` until paid, then `pending` until it has arrived or is paid back. A purchase that was never
 * paid is `cancelled` once its checkout has expired or was left.
 */
export const purchaseStatus = v.picklist(['open', 'pending', 'delivered', 'failed', 'cancelled'])

export type PurchaseStatus = v.InferOutput<typeof purchaseStatus>

/** The state of one purchase; the reference protocol does not have this call. */
export const getOnrampPurchase = defineEndpoint({
  name: 'getOnrampPurchase',
  method: 'GET',
  path: '/v1/onramp/purchases/:purchaseId',
  params: v.object({
    purchaseId: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'Not the id of a purchase.')),
  }),
  response: v.object({
    id: v.string(),
    provider: providerId,
    status: purchaseStatus,
    /** The recipient. */
    destination: plainAddress,
    network: v.nullable(networkId),
    /** What is bought; absent while the buyer can still change it. */
    purchaseAmount: v.optional(money),
    /** The transfer to the recipient, once it is known. */
    hash: v.optional(v.string()),
    createdAt: isoTime,
    updatedAt: isoTime,
  }),
  caching: 'personal',
})
