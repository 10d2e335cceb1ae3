import { navigate } from '../../../core/modal/actions/navigation.js'
import type { Widget } from '../../../core/widget.js'
import type { Collectible } from '../collectible.js'
import { nftsOf } from '../store.js'

/** Shows one of the collectibles, and keeps in mind where the visitor left the list. */
export function openNft(widget: Widget, { nft }: { readonly nft: Collectible }): void {
  const nfts = nftsOf(widget)
  nfts.set({ opened: nft.id })
  navigate(widget, { view: 'Nft', params: { nft: nft.key } })
}

/** The list is shown again: from here on it is the visitor who says where. */
export function returnToNfts(widget: Widget): void {
  const nfts = nftsOf(widget)
  nfts.set({ opened: undefined })
}
