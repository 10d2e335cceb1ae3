import type { NetworkId } from '@latchkey/wire/caip'
import type { Nft as WireNft } from '@latchkey/wire/http/nfts'
import { getAddress } from 'viem'
import type { Nft } from '../../sources/nfts/Nft.js'

export const wireStandards = { erc721: 'ERC721', erc1155: 'ERC1155' } as const satisfies Record<
  Nft['standard'],
  WireNft['standard']
>

/** A small image inline, otherwise the URL where the provider serves it. */
export function toImageUrl(
  image: string | undefined,
  maxLength: number,
  where: { readonly publicUrl: string; readonly chain: NetworkId; readonly nft: Nft },
): string | null {
  if (image === undefined) return null
  if (image.startsWith('data:') && image.length <= maxLength) return image
  const { contract, standard, tokenId } = where.nft
  const path = [where.chain, wireStandards[standard], getAddress(contract), tokenId].join('/')
  return `${where.publicUrl}/public/getNftImage/${path}`
}
