import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { iconAddress, isoTime, label, networkId, plainAddress } from './fields.js'

/** Pictures kept on a chain come as `data:` addresses. */
const media = v.object({
  url: v.pipe(v.string(), v.maxLength(16_384)),
  content_type: v.optional(v.nullable(v.string())),
})

const fungible = v.object({
  name: v.optional(v.nullable(label)),
  symbol: v.optional(v.nullable(label)),
  icon: v.optional(v.nullable(v.object({ url: iconAddress }))),
  /** Sent by strangers to deceive. */
  flags: v.optional(v.object({ is_spam: v.boolean() })),
})

/** Decimal text; specification §5: what is no number counts as zero, so it spoils no page. */
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
  /** Whom it came from and went to: of a token, not what the transaction itself was sent to. */
  sender: v.optional(v.nullable(plainAddress)),
  recipient: v.optional(v.nullable(plainAddress)),
})

/** What another address may take from then on: an addition to the reference, which leaves it out. */
export const approval = v.object({
  spender: plainAddress,
  limit: v.picklist(['amount', 'unlimited', 'all', 'none']),
  /** Of an amount, where the token's decimals are known. */
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
