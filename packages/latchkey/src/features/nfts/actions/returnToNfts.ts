import type { Widget } from '../../../core/widget.js'
import { nftsOf } from '../store.js'

/** The list is shown again: from here on it is the visitor who says where. */
export function returnToNfts(widget: Widget): void {
  const nfts = nftsOf(widget)
  nfts.set({ opened: undefined })
}
