import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { decimal, label, networkId, plainAddress } from './fields.js'

/** A collectible an account owns. Pictures kept on a chain come as `data:` addresses. */
export const nft = v.object({
  chainId: networkId,
  standard: v.picklist(['ERC721', 'ERC1155']),
  collection: v.object({ address: plainAddress, name: v.nullable(label) }),
  tokenId: v.pipe(v.string(), v.regex(/^\d{1,78}$/)),
  /** More than one only where several can be alike. */
  quantity: decimal,
  name: v.nullable(label),
  description: v.nullable(v.pipe(v.string(), v.maxLength(2_000))),
  image: v.nullable(v.pipe(v.string(), v.maxLength(65_536))),
  /** Sent by strangers to deceive. */
  isSpam: v.boolean(),
})

export type Nft = v.InferOutput<typeof nft>

export const getAccountNfts = defineEndpoint({
  name: 'getAccountNfts',
  method: 'GET',
  path: '/v1/account/:address/nfts',
  params: v.object({ address: plainAddress }),
  query: v.object({ chainId: networkId, cursor: v.optional(v.pipe(v.string(), v.maxLength(512))) }),
  response: v.object({ data: v.array(nft), next: v.nullable(v.string()) }),
  caching: 'personal',
})
