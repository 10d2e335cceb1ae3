import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { isoTime, label, networkId, plainAddress, webAddress } from './fields.js'

/** Pictures kept on a chain come as `data:` addresses. */
const media = v.object({
  url: v.pipe(v.string(), v.maxLength(16_384)),
  content_type: v.optional(v.nullable(v.string())),
})

export const transfer = v.object({
  fungible_info: v.optional(
    v.nullable(
      v.object({
        name: v.optional(v.nullable(label)),
        symbol: v.optional(v.nullable(label)),
        icon: v.optional(v.nullable(v.object({ url: webAddress }))),
        /** Sent by strangers to deceive. */
        flags: v.optional(v.object({ is_spam: v.boolean() })),
      }),
    ),
  ),
  nft_info: v.optional(
    v.nullable(
      v.object({
        name: v.optional(v.nullable(label)),
        content: v.optional(
          v.nullable(
            v.object({
              preview: v.optional(v.nullable(media)),
              detail: v.optional(v.nullable(media)),
            }),
          ),
        ),
        flags: v.object({ is_spam: v.boolean() }),
      }),
    ),
  ),
  direction: v.picklist(['in', 'out', 'self']),
  /** Decimal text; specification §5: what is no number counts as zero, so it spoils no page. */
  quantity: v.object({ numeric: v.pipe(v.string(), v.maxLength(160)) }),
  value: v.optional(v.nullable(v.number())),
  price: v.optional(v.nullable(v.number())),
})

export const transaction = v.object({
  id: v.string(),
  metadata: v.object({
    operationType: v.string(),
    hash: v.string(),
    minedAt: isoTime,
    sentFrom: v.string(),
    sentTo: v.string(),
    status: v.string(),
    nonce: v.number(),
    chain: v.nullable(networkId),
    application: v.optional(
      v.nullable(v.object({ name: v.nullable(label), iconUrl: v.nullable(webAddress) })),
    ),
  }),
  transfers: v.nullable(v.array(transfer)),
})

export type Transfer = v.InferOutput<typeof transfer>
export type Transaction = v.InferOutput<typeof transaction>

export const getAccountHistory = defineEndpoint({
  name: 'getAccountHistory',
  method: 'GET',
  path: '/v1/account/:account/history',
  params: v.object({ account: plainAddress }),
  query: v.object({
    cursor: v.optional(v.pipe(v.string(), v.maxLength(512))),
    chainId: v.optional(networkId),
    onramp: v.optional(v.string()),
    currency: v.optional(v.string()),
  }),
  response: v.object({ data: v.array(transaction), next: v.nullable(v.string()) }),
  caching: 'personal',
})
