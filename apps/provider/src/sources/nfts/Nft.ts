/** One NFT of a collection. */
export type Nft = {
  /** In lower case. */
  readonly contract: string
  readonly tokenId: bigint
  readonly standard: 'erc721' | 'erc1155'
}
