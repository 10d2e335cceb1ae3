import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { label, networkId, plainAddress, units } from './fields.js'

const standard = v.picklist(['ERC721', 'ERC1155'])

/** A collectible an account owns at the moment of asking. */
export const nft = v.object({
  chainId: networkId,
  standard,
  collection: v.object({ address: plainAddress, name: v.nullable(label) }),
  tokenId: units,
  /** More than one only where several can be alike. */
  quantity: units,
  name: v.nullable(label),
  description: v.nullable(v.pipe(v.string(), v.maxLength(2_000))),
  /** The picture itself as a `data:image/` address, or where the provider serves it. */
  image: v.nullable(v.pipe(v.string(), v.maxLength(65_536))),
  /** Sent by strangers to lure or to be seen. */
  isSpam: v.boolean(),
})

export type Nft = v.InferOutput<typeof nft>

/**
 * Newest received first. A page may be empty and still have a `next`: then there were blocks without
 * anything, and older ones are left to be looked through.
 */
export const getAccountNfts = defineEndpoint({
  name: 'getAccountNfts',
  method: 'GET',
  path: '/v1/account/:address/nfts',
  params: v.object({ address: plainAddress }),
  query: v.object({ chainId: networkId, cursor: v.optional(v.pipe(v.string(), v.maxLength(512))) }),
  response: v.object({ data: v.array(nft), next: v.nullable(v.string()) }),
  caching: 'personal',
})

/** The picture of a collectible that is kept elsewhere, so that no page has to ask there. */
export const getNftImage = defineEndpoint({
  name: 'getNftImage',
  method: 'GET',
  path: '/public/getNftImage/:chainId/:standard/:contract/:tokenId',
  params: v.object({ chainId: networkId, standard, contract: plainAddress, tokenId: units }),
  caching: 'image',
})
