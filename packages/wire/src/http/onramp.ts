import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { label, plainAddress, webAddress } from './fields.js'

const money = v.object({ amount: v.string(), currency: v.string() })

export const paymentCurrency = v.object({
  id: v.string(),
  payment_method_limits: v.array(
    v.object({ id: v.picklist(['card', 'ach_bank_account']), min: v.string(), max: v.string() }),
  ),
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

export const getOnrampOptions = defineEndpoint({
  name: 'getOnrampOptions',
  method: 'GET',
  path: '/v1/onramp/options',
  response: v.object({
    paymentCurrencies: v.array(paymentCurrency),
    purchaseCurrencies: v.array(purchaseCurrency),
  }),
  caching: 'public',
})

export const getOnrampQuote = defineEndpoint({
  name: 'getOnrampQuote',
  method: 'POST',
  path: '/v1/onramp/quote',
  body: v.object({
    purchaseCurrency,
    paymentCurrency,
    amount: v.pipe(v.string(), v.regex(/^\d{1,9}(?:\.\d{1,2})?$/, 'Not an amount of money.')),
    network: v.pipe(v.string(), v.maxLength(64)),
  }),
  response: v.object({
    quoteId: v.string(),
    paymentTotal: money,
    paymentSubtotal: money,
    purchaseAmount: money,
    networkFee: money,
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
  }),
  response: v.object({ url: webAddress }),
  caching: 'personal',
  changes: true,
})
