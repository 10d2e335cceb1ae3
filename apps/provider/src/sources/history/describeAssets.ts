import type { NetworkId } from '@latchkey/wire/caip'
import type { NftMetadataSource } from '../nfts/createNftMetadata.js'
import type { Tokens } from '../tokens/createTokens.js'
import type { AssetTransfer } from './assetTransfers.js'
import type { HistoryTransfer } from './HistoryItem.js'
import { isSpam, isSpamNft } from './spam.js'

/** Metadata of an asset, independent of the transfer. */
export type DescribedAsset = Omit<HistoryTransfer, 'direction' | 'amount' | 'sender' | 'recipient'>

/** Reads the metadata of all assets of a page at once; undefined for unknown assets. */
export async function describeAssets(
  { tokens, nfts }: { readonly tokens: Tokens; readonly nfts: NftMetadataSource },
  chain: NetworkId,
  entries: readonly { readonly moves: readonly AssetTransfer[] }[],
) {
  const assets = entries.flatMap(({ moves }) => moves.map(({ asset }) => asset))
  const pieces = assets.flatMap((asset) => (asset.kind === 'nft' ? [asset] : []))
  const fungible = assets.flatMap((asset) => (asset.kind === 'fungible' ? [asset.address] : []))
  const [known, metadata] = await Promise.all([
    tokens.find(chain, fungible),
    nfts.read(chain, pieces),
  ])
  const nftOf = new Map(pieces.map((piece, index) => [piece, metadata[index]]))
  const listed = tokens.listed(chain)
  const wellKnown = [tokens.native(chain), ...listed]
  return ({ asset }: AssetTransfer, isOwnTransaction: boolean): DescribedAsset | undefined => {
    if (asset.kind === 'fungible') {
      const token = known.get(asset.address)
      if (!token) return undefined
      const { name, symbol, decimals, isListed } = token
      return {
        decimals,
        asset: { kind: 'fungible', name, symbol },
        isSpam: isSpam(token, { isListed, isOwnTransaction, wellKnown }),
      }
    }
    const nft = nftOf.get(asset)
    if (!nft) return undefined
    const { name, image } = nft
    return {
      decimals: 0,
      asset: { kind: 'nft', nft: asset, name, image },
      isSpam: isSpamNft(nft, { isOwnTransaction }),
    }
  }
}
