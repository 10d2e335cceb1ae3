import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { label, networkId, plainAddress, units } from './fields.js'

const evmStandards = ['ERC721', 'ERC1155'] as const

/** An NFT the account owns now. */
export const nft = v.object({
  chainId: networkId,
  /** `SPL`: an NFT of Solana with its own mint; `CNFT`: a compressed one. */
  standard: v.picklist([...evmStandards, 'SPL', 'CNFT']),
  /** On Solana the address of the NFT itself, whose token id is 0. */
  collection: v.object({ address: plainAddress, name: v.nullable(label) }),
  tokenId: units,
  /** More than 1 only for standards with several equal tokens. */
  quantity: units,
  name: v.nullable(label),
  description: v.nullable(v.pipe(v.string(), v.maxLength(2_000))),
  /** A `data:image/` URL, or the provider's URL of the image. */
  image: v.nullable(v.pipe(v.string(), v.maxLength(65_536))),
  /** Spam, sent to deceive or to advertise. */
  isSpam: v.boolean(),
})

export type Nft = v.InferOutput<typeof nft>

/**
 * Newest received first, on Solana by address. An empty page can have a `next` when the scanned blocks contained nothing and
 * older ones are left.
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

/** Proxies an NFT image from another host, so that the page does not contact that host. */
export const getNftImage = defineEndpoint({
  name: 'getNftImage',
  method: 'GET',
  path: '/public/getNftImage/:chainId/:standard/:contract/:tokenId',
  params: v.object({
    chainId: networkId,
    standard: v.picklist(evmStandards),
    contract: plainAddress,
    tokenId: units,
  }),
  caching: 'image',
})
