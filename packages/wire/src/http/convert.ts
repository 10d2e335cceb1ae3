import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { accountId, hexData, iconAddress, label, networkId, plainAddress, units } from './fields.js'

/** Names the exchange behind a quote, such as `uniswapV2`, `1inch`, `0x`, `lifi` or `jupiter`. */
const source = v.optional(
  v.pipe(v.string(), v.regex(/^[a-zA-Z0-9]{1,32}$/, 'Not the name of an exchange.')),
)

/** The slippage of a swap as a query field, in percent. */
const slippage = v.pipe(
  v.string(),
  v.regex(/^\d{1,2}(?:\.\d{1,4})?$/, 'Not a slippage in percent.'),
)

/** The slippage of a swap as a number, in percent. */
const percent = v.pipe(v.number(), v.minValue(0), v.maxValue(50))

export const convertToken = v.object({
  name: label,
  symbol: label,
  address: accountId,
  decimals: v.number(),
  logoUri: v.optional(iconAddress),
  eip2612: v.optional(v.boolean()),
})

export const getConvertTokens = defineEndpoint({
  name: 'getConvertTokens',
  method: 'GET',
  path: '/v1/convert/tokens',
  query: v.object({ chainId: networkId, address: v.optional(accountId) }),
  response: v.object({ tokens: v.array(convertToken) }),
  caching: 'public',
})

export const getConvertQuotes = defineEndpoint({
  name: 'getConvertQuotes',
  method: 'GET',
  path: '/v1/convert/quotes',
  query: v.object({
    amount: units,
    userAddress: v.optional(plainAddress),
    from: accountId,
    to: accountId,
    /** The gas price of `networkFee`; the current one by default. */
    gasPrice: v.optional(units),
    /** For `minimumReturn`; 1 by default. */
    slippage: v.optional(slippage),
    /** Asks only this exchange; all of them in order by default. */
    source,
  }),
  response: v.object({
    quotes: v.array(
      v.object({
        id: v.nullable(v.string()),
        fromAmount: units,
        fromAccount: accountId,
        toAmount: units,
        toAccount: accountId,
        /** The exchange's fee, taken from `fromAmount`; `toAmount` is after the fee. */
        fee: v.optional(units),
        /** The exchange that made the quote: later calls for it pass this value back. */
        source,
        /** The contract that must be approved for `fromAccount`, unless that is the native coin. */
        spender: v.optional(accountId),
        /** The least amount received, `toAmount` less the slippage. */
        minimumReturn: v.optional(units),
        /** The pools or exchanges on the way, in order, to be shown. */
        route: v.optional(v.array(label)),
        gas: v.optional(units),
        /** `gas` at the gas price, in units of the native coin. */
        networkFee: v.optional(units),
        /** Unix time in milliseconds, by the provider's clock. */
        expiresAt: v.optional(v.number()),
      }),
    ),
  }),
  caching: 'personal',
})

export const getConvertAllowance = defineEndpoint({
  name: 'getConvertAllowance',
  method: 'GET',
  path: '/v1/convert/allowance',
  query: v.object({ tokenAddress: accountId, userAddress: accountId, source }),
  response: v.object({ allowance: units }),
  caching: 'personal',
})

export const getGasPrice = defineEndpoint({
  name: 'getGasPrice',
  method: 'GET',
  path: '/v1/convert/gas-price',
  query: v.object({ chainId: networkId }),
  response: v.object({ standard: units, fast: units, instant: units }),
  caching: 'personal',
})

export const buildApproveTransaction = defineEndpoint({
  name: 'buildApproveTransaction',
  method: 'GET',
  path: '/v1/convert/build-approve',
  query: v.object({
    userAddress: accountId,
    from: accountId,
    to: accountId,
    amount: v.optional(units),
    source,
  }),
  response: v.object({
    tx: v.object({
      from: accountId,
      to: accountId,
      data: hexData,
      value: units,
      eip155: v.optional(v.object({ gasPrice: units, gas: v.optional(v.number()) })),
    }),
    source,
  }),
  caching: 'personal',
})

export const buildConvertTransaction = defineEndpoint({
  name: 'buildConvertTransaction',
  method: 'POST',
  path: '/v1/convert/build-transaction',
  body: v.object({
    amount: units,
    from: accountId,
    to: accountId,
    userAddress: accountId,
    disableEstimate: v.optional(v.boolean()),
    source,
    /** The minimum return shown to the user: a price below it is rejected. */
    minimumReturn: v.optional(units),
    eip155: v.optional(v.object({ slippage: percent, permit: v.optional(v.string()) })),
    solana: v.optional(v.object({ slippage: percent })),
  }),
  response: v.object({
    tx: v.object({
      from: accountId,
      to: accountId,
      /** On Solana the whole transaction. */
      data: hexData,
      amount: units,
      eip155: v.optional(v.object({ gas: units, gasPrice: units })),
      solana: v.optional(v.object({ lastValidBlockHeight: units })),
    }),
    source,
    minimumReturn: v.optional(units),
    /** Unix time in milliseconds after which the transaction must not be signed. */
    expiresAt: v.optional(v.number()),
  }),
  caching: 'personal',
})
