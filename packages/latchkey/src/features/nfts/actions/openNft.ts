import { navigate } from '../../../core/modal/actions/navigation.js'
import type { Widget } from '../../../core/widget.js'
import type { Collectible } from '../collectible.js'
import { nftsOf } from '../store.js'

/** Opens a collectible and remembers it, so that the list can scroll back to it. */
export function openNft(widget: Widget, { nft }: { readonly nft: Collectible }): void {
  const nfts = nftsOf(widget)
  nfts.set({ opened: nft.id })
  navigate(widget, { view: 'Nft', params: { nft: nft.key } })
}

export function clearOpenedNft(widget: Widget): void {
  const nfts = nftsOf(widget)
  nfts.set({ opened: undefined })
}
