import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { iconAddress, label } from './fields.js'

export const getFungiblePrice = defineEndpoint({
  name: 'getFungiblePrice',
  method: 'POST',
  path: '/v1/fungible/price',
  body: v.object({
    currency: v.pipe(v.string(), v.toLowerCase(), v.literal('usd')),
    addresses: v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(256))),
      v.minLength(1),
      v.maxLength(100),
    ),
  }),
  response: v.object({
    fungibles: v.array(
      v.object({
        address: v.string(),
        name: label,
        symbol: label,
        iconUrl: iconAddress,
        price: v.number(),
        /** The price sources did not respond lately, or their price is more than an hour old. */
        isPriceStale: v.optional(v.literal(true)),
        decimals: v.optional(v.number()),
      }),
    ),
  }),
  caching: 'public',
})
