import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import { getAccountNfts, getNftImage, type Nft as WireNft } from '@latchkey/wire/http/nfts'
import { parseAddress } from '@latchkey/wire/rpc/eip155'
import { getAddress, type Hex } from 'viem'
import type { Clock } from '../../clock.js'
import { ApiError } from '../../errors/ApiError.js'
import { type Route, route } from '../../http/route.js'
import { type Nodes, withNodeDeadline } from '../../nodes/Nodes.js'
import type { NftPictures } from '../../sources/nfts/createNftPictures.js'
import type { Nfts, OwnedNft } from '../../sources/nfts/createNfts.js'
import type { SolanaNft, SolanaNfts } from '../../sources/nfts/createSolanaNfts.js'
import { toImageUrl, wireStandards } from './nftImage.js'
import { parseAccount } from './parseAccount.js'

/** The contract's limit. */
const maxImageLength = 65_536

/** An account's NFTs on one chain, and their images. */
export function nftRoutes(parts: {
  readonly clock: Clock
  readonly nodes: Nodes
  readonly nfts: Nfts
  readonly nftPictures: NftPictures
  readonly solanaNfts: SolanaNfts
}): Route[] {
  const { clock, nodes, nfts, nftPictures, solanaNfts } = parts

  function evmChain(chain: NetworkId): NetworkId {
    const { id } = nodes.settings(chain)
    if (namespaceOf(id) === 'eip155') return id
    throw new ApiError(400, 'chainId', 'Not an EVM chain.')
  }

  return [
    route(getAccountNfts, async ({ address, chainId, cursor }, { publicUrl }) => {
      if (namespaceOf(nodes.settings(chainId).id) === 'solana') {
        const page = solanaNfts.readPage(chainId, parseAccount(chainId, address), cursor)
        const { items, next } = await withNodeDeadline(clock, page)
        return { data: items.map((item) => toSolanaNft(item, chainId, publicUrl)), next }
      }
      const chain = evmChain(chainId)
      const account = parseAccount(chain, address) as Hex
      const { items, next } = await withNodeDeadline(clock, nfts.readPage(chain, account, cursor))
      return { data: items.map((item) => toNft(item, chain, publicUrl)), next }
    }),
    route(getNftImage, async ({ chainId, standard, contract, tokenId }) => {
      const chain = evmChain(chainId)
      const address = parseAddress(contract)
      if (address === undefined) throw new ApiError(400, 'contract', 'Not an EVM address.')
      const nft = {
        contract: address,
        tokenId: BigInt(tokenId),
        standard: standard === wireStandards.erc721 ? 'erc721' : 'erc1155',
      } as const
      const picture = await withNodeDeadline(clock, nftPictures.read(chain, nft))
      if (!picture) throw new ApiError(404, 'tokenId', 'There is no image for this NFT.')
      return picture
    }),
  ]
}

function toSolanaNft(
  { id, isCompressed, name, collection, description, quantity, hasImage, isSpam }: SolanaNft,
  chain: NetworkId,
  publicUrl: string,
): WireNft {
  return {
    chainId: chain,
    standard: isCompressed ? 'CNFT' : 'SPL',
    collection: { address: id, name: collection || null },
    tokenId: '0',
    quantity: quantity.toString(),
    name,
    description: description || null,
    image: hasImage ? `${publicUrl}/public/getMintImage/${chain}/${id}` : null,
    isSpam,
  }
}

function toNft(
  { nft, quantity, metadata, isSpam }: OwnedNft,
  chain: NetworkId,
  publicUrl: string,
): WireNft {
  const { name, collection, description, image } = metadata
  return {
    chainId: chain,
    standard: wireStandards[nft.standard],
    collection: { address: getAddress(nft.contract), name: collection || null },
    tokenId: nft.tokenId.toString(),
    quantity: quantity.toString(),
    name,
    description: description || null,
    image: toImageUrl(image, maxImageLength, { publicUrl, chain, nft }),
    isSpam,
  }
}
