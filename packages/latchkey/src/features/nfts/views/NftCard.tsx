import * as nftsText from '../../../core/text/nfts.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { Badge } from '../../../ui/parts/badge/Badge.js'
import type { CellFocus } from '../../../ui/parts/virtual-grid/VirtualGrid.js'
import { openNft } from '../actions/openNft.js'
import type { Collectible } from '../collectible.js'
import { NftPicture } from './NftPicture.js'

const text = nftsText.nfts

export type NftCardProps = { readonly nft: Collectible; readonly focus: CellFocus }

/** One collectible in the grid. */
export function NftCard({ nft, focus }: NftCardProps) {
  const widget = useWidget()
  const { name, collectionName, quantity, isSpam } = nft
  const isSeveral = quantity !== '1'
  return (
    <button
      {...focus}
      type="button"
      className="nft-card"
      title={name}
      data-testid="nft-card"
      onClick={() => openNft(widget, { nft })}
    >
      <span className="nft-frame">
        <NftPicture src={nft.image} />
        {isSeveral && (
          <span className="nft-count" aria-hidden="true">
            {text.several(quantity)}
          </span>
        )}
        {isSpam && (
          <span className="nft-spam">
            <Badge tone="warn">{text.spam}</Badge>
          </span>
        )}
      </span>
      <span className="nft-words">
        <span className="nft-name" dir="auto">
          {name}
        </span>
        <span className="nft-collection" dir="auto">
          {collectionName}
        </span>
        {isSeveral && <span className="visually-hidden">{text.owned(quantity)}</span>}
      </span>
    </button>
  )
}
