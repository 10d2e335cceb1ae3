import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { iconAddress, isoTime, label, networkId, plainAddress } from './fields.js'

/** On-chain images are `data:` URLs. */
const media = v.object({
  url: v.pipe(v.string(), v.maxLength(16_384)),
  content_type: v.optional(v.nullable(v.string())),
})

const fungible = v.object({
  name: v.optional(v.nullable(label)),
  symbol: v.optional(v.nullable(label)),
  icon: v.optional(v.nullable(v.object({ url: iconAddress }))),
  /** Spam tokens, sent to deceive. */
  flags: v.optional(v.object({ is_spam: v.boolean() })),
})

/** Decimal text; invalid numbers count as zero (specification §5), so that the page still loads. */
const quantity = v.object({ numeric: v.pipe(v.string(), v.maxLength(160)) })

export const transfer = v.object({
  fungible_info: v.optional(v.nullable(fungible)),
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
  quantity,
  value: v.optional(v.nullable(v.number())),
  price: v.optional(v.nullable(v.number())),
  /** Sender and recipient of the token, not of the transaction. */
  sender: v.optional(v.nullable(plainAddress)),
  recipient: v.optional(v.nullable(plainAddress)),
})

/** Allowance of a spender; the reference protocol does not have this field. */
export const approval = v.object({
  spender: plainAddress,
  limit: v.picklist(['amount', 'unlimited', 'all', 'none']),
  /** For `amount`, if the token's decimals are known. */
  quantity: v.optional(v.nullable(quantity)),
  fungible_info: v.optional(v.nullable(fungible)),
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
      v.nullable(v.object({ name: v.nullable(label), iconUrl: v.nullable(iconAddress) })),
    ),
  }),
  transfers: v.nullable(v.array(transfer)),
  approval: v.optional(v.nullable(approval)),
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
