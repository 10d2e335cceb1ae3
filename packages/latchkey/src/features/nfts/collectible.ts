import type { NetworkId } from '@latchkey/wire/caip'
import type { Nft } from '@latchkey/wire/http/nfts'
import type { NftKey } from '../../core/modal/views.js'
import * as nftsText from '../../core/text/nfts.js'
import { toProviderImageUrl } from '../../core/wallets/toProviderImageUrl.js'
import type { Widget } from '../../core/widget.js'

/** A collectible as it is shown. Its words come from strangers and are nothing but text. */
export type Collectible = {
  /** Unique within a network. */
  readonly id: string
  readonly key: NftKey
  readonly standard: Nft['standard']
  readonly name: string
  readonly collectionName: string | undefined
  readonly description: string | undefined
  /** Whole, with its thousands set apart. */
  readonly quantity: string
  readonly image: string | undefined
  readonly isSpam: boolean
}

export function toCollectible(widget: Widget, nft: Nft): Collectible {
  const { tokenId, collection } = nft
  const key = { networkId: nft.chainId as NetworkId, collection: collection.address, tokenId }
  const collectionName = plainText(collection.name)
  const numbered = collectionName
    ? nftsText.nfts.numbered(collectionName, shortNumber(tokenId))
    : nftsText.nfts.untitled(shortNumber(tokenId))
  return {
    id: idOf(key),
    key,
    standard: nft.standard,
    name: plainText(nft.name) ?? numbered,
    collectionName,
    description: plainText(nft.description),
    quantity: nft.quantity.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ','),
    image: toProviderImageUrl(widget, nft.image),
    isSpam: nft.isSpam,
  }
}

export function idOf({ networkId, collection, tokenId }: NftKey): string {
  return `${networkId}:${collection.toLowerCase()}:${tokenId}`
}

/** Some tokens are numbered with a hash. */
export function shortNumber(tokenId: string): string {
  return tokenId.length > 12 ? `${tokenId.slice(0, 5)}…${tokenId.slice(-5)}` : tokenId
}

/** Control, direction and invisible characters, which disguise; line breaks stay, joined emoji too. */
const disguises =
  /[^\P{Cc}\n]|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu
/** More marks on one letter than any script needs reach over the lines above and below. */
const piles = /(\p{M}{4})\p{M}+/gu

/** Undefined when nothing is left of it. */
export function plainText(text: string | null): string | undefined {
  return text?.replace(disguises, '').replace(piles, '$1').trim() || undefined
}
