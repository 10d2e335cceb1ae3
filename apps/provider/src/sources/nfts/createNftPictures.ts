import type { NetworkId } from '@latchkey/wire/caip'
import type { ImageReply } from '../../http/route.js'
import type { Pictures } from '../pictures/createPictures.js'
import type { NftMetadataSource } from './createNftMetadata.js'
import type { Nft } from './Nft.js'

/** Images of NFTs that are too large for a response or hosted elsewhere. */
export interface NftPictures {
  /** Undefined if there is no valid image. */
  of(chain: NetworkId, nft: Nft): Promise<ImageReply | undefined>
}

export function createNftPictures(parts: {
  readonly metadata: NftMetadataSource
  readonly pictures: Pictures
}): NftPictures {
  const { metadata, pictures } = parts
  return {
    async of(chain, nft) {
      const [found] = await metadata.of(chain, [nft])
      return found?.image === undefined ? undefined : pictures.at(found.image)
    },
  }
}
