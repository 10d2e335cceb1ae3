import type { NetworkId } from '@latchkey/wire/caip'
import type { ImageFile } from '../../http/route.js'
import type { Pictures } from '../pictures/createPictures.js'
import type { NftMetadataSource } from './createNftMetadata.js'
import type { Nft } from './Nft.js'

/** Images of NFTs that are too large for a response or hosted elsewhere. */
export type NftPictures = {
  /** Undefined if there is no valid image. */
  read(chain: NetworkId, nft: Nft): Promise<ImageFile | undefined>
}

export function createNftPictures(parts: {
  readonly metadata: NftMetadataSource
  readonly pictures: Pictures
}): NftPictures {
  const { metadata, pictures } = parts
  return {
    async read(chain, nft) {
      const [found] = await metadata.read(chain, [nft])
      return found?.image === undefined ? undefined : pictures.fetch(found.image)
    },
  }
}
