import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import {
  accountId,
  commaList,
  decimal,
  iconAddress,
  label,
  networkId,
  plainAddress,
} from './fields.js'

/** A token balance (specification §3). EVM native coins have no address; tokens have a CAIP-10 id. */
export const tokenBalance = v.object({
  name: label,
  symbol: label,
  chainId: networkId,
  address: v.optional(v.string()),
  value: v.optional(v.number()),
  price: v.number(),
  /** The price sources did not respond lately, or their price is more than an hour old. */
  isPriceStale: v.optional(v.literal(true)),
  quantity: v.object({ decimals: v.pipe(v.string(), v.regex(/^\d{1,3}$/)), numeric: decimal }),
  iconUrl: iconAddress,
})

export type TokenBalance = v.InferOutput<typeof tokenBalance>

export const getAccountBalance = defineEndpoint({
  name: 'getAccountBalance',
  method: 'GET',
  path: '/v1/account/:address/balance',
  params: v.object({ address: plainAddress }),
  query: v.object({
    currency: v.optional(v.pipe(v.string(), v.toLowerCase(), v.literal('usd')), 'usd'),
    chainId: v.optional(networkId),
    forceUpdate: v.optional(commaList(accountId as v.GenericSchema<string, string>, 50)),
  }),
  response: v.object({ balances: v.array(tokenBalance) }),
  caching: 'personal',
})

/** Proxies the image that a Solana token or NFT names for itself, so that the page does not contact that host. */
export const getMintImage = defineEndpoint({
  name: 'getMintImage',
  method: 'GET',
  path: '/public/getMintImage/:chainId/:mint',
  params: v.object({ chainId: networkId, mint: plainAddress }),
  caching: 'image',
})
