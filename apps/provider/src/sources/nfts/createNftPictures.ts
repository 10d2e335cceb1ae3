import type { NetworkId } from '@latchkey/wire/caip'
import type { ImageReply } from '../../api/route.js'
import type { Clock } from '../../clock.js'
import { createDeadline } from '../../nodes/deadline.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import type { NftMetadataSource } from './createNftMetadata.js'
import type { Nft } from './Nft.js'
import { pictureTypeOf } from './pictureType.js'

/** Pictures of NFTs that are too large for an answer or kept elsewhere. */
export interface NftPictures {
  /** Undefined when there is none that can be shown. */
  of(chain: NetworkId, nft: Nft): Promise<ImageReply | undefined>
}

const FETCH_MS = 8_000
const LARGEST_BYTES = 4 * 1_048_576

/**
 * Pages ask here and not wherever a stranger's token points, which would tell that stranger who looks at
 * it. Drawings in SVG are not passed on: they are documents rather than pictures.
 */
export function createNftPictures(parts: {
  readonly metadata: NftMetadataSource
  readonly web: HttpClient
  readonly clock: Clock
}): NftPictures {
  const { metadata, web, clock } = parts

  async function fetchBytes(url: string): Promise<Uint8Array | undefined> {
    const deadline = createDeadline(clock, FETCH_MS)
    try {
      const { status, bytes } = await deadline.hold(
        web.send(url, { method: 'GET', signal: deadline.signal, limitBytes: LARGEST_BYTES }),
      )
      return status === 200 ? bytes : undefined
    } catch {
      return undefined
    } finally {
      deadline.end()
    }
  }

  return {
    async of(chain, nft) {
      const [found] = await metadata.of(chain, [nft])
      if (found?.image === undefined) return undefined
      const bytes = found.image.startsWith('https:')
        ? await fetchBytes(found.image)
        : decodeBytes(found.image)
      const contentType = bytes && pictureTypeOf(bytes)
      return contentType ? { contentType, bytes: new Uint8Array(bytes) } : undefined
    },
  }
}

function decodeBytes(data: string): Uint8Array | undefined {
  const [head = '', rest] = data.split(',', 2)
  return rest !== undefined && /;base64$/i.test(head) ? Buffer.from(rest, 'base64') : undefined
}
