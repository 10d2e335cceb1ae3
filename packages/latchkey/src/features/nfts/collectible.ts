import type { NetworkId } from '@latchkey/wire/caip'
import type { Nft } from '@latchkey/wire/http/nfts'
import type { NftKey } from '../../core/modal/views.js'
import * as nftsText from '../../core/text/nfts.js'
import { toProviderImageUrl } from '../../core/wallets/toProviderImageUrl.js'
import type { Widget } from '../../core/widget.js'

/** A collectible for display. Its texts are untrusted. */
export type Collectible = {
  /** Unique within a network. */
  readonly id: string
  readonly key: NftKey
  readonly standard: Nft['standard']
  readonly name: string
  readonly collectionName: string | undefined
  readonly description: string | undefined
  /** With thousands separators. */
  readonly quantity: string
  readonly image: string | undefined
  readonly isSpam: boolean
}

export function toCollectible(widget: Widget, nft: Nft): Collectible {
  const { tokenId, collection } = nft
  const key = { networkId: nft.chainId as NetworkId, collection: collection.address, tokenId }
  const collectionName = sanitizeText(collection.name)
  const numbered = collectionName
    ? nftsText.nfts.numbered(collectionName, shortenTokenId(tokenId))
    : nftsText.nfts.untitled(shortenTokenId(tokenId))
  return {
    id: idOf(key),
    key,
    standard: nft.standard,
    name: sanitizeText(nft.name) ?? numbered,
    collectionName,
    description: sanitizeText(nft.description),
    quantity: nft.quantity.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ','),
    image: toProviderImageUrl(widget, nft.image),
    isSpam: nft.isSpam,
  }
}

export function idOf({ networkId, collection, tokenId }: NftKey): string {
  return `${networkId}:${collection.toLowerCase()}:${tokenId}`
}

/** Some token ids are hashes. */
export function shortenTokenId(tokenId: string): string {
  return tokenId.length > 12 ? `${tokenId.slice(0, 5)}…${tokenId.slice(-5)}` : tokenId
}

/** Control, direction and invisible characters, but not line breaks and emoji joiners. */
const deceptiveCharacters =
  /[^\P{Cc}\n]|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu
/** Too many combining marks overlap the lines above and below. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu

/** Undefined if nothing is left. */
export function sanitizeText(text: string | null): string | undefined {
  return text?.replace(deceptiveCharacters, '').replace(stackedMarks, '$1').trim() || undefined
}
