import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { accountId, hexData, iconAddress, label, networkId, plainAddress, units } from './fields.js'

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
    gasPrice: v.optional(units),
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
      }),
    ),
  }),
  caching: 'personal',
})

export const getConvertAllowance = defineEndpoint({
  name: 'getConvertAllowance',
  method: 'GET',
  path: '/v1/convert/allowance',
  query: v.object({ tokenAddress: accountId, userAddress: accountId }),
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
  }),
  response: v.object({
    tx: v.object({
      from: accountId,
      to: accountId,
      data: hexData,
      value: units,
      eip155: v.optional(v.object({ gasPrice: units, gas: v.optional(v.number()) })),
    }),
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
    eip155: v.object({
      slippage: v.pipe(v.number(), v.minValue(0), v.maxValue(50)),
      permit: v.optional(v.string()),
    }),
  }),
  response: v.object({
    tx: v.object({
      from: accountId,
      to: accountId,
      data: hexData,
      amount: units,
      eip155: v.object({ gas: units, gasPrice: units }),
    }),
  }),
  caching: 'personal',
})
