import type { ViewParams } from '../../../core/modal/views.js'
import { explorerLink } from '../../../core/network/explorerLink.js'
import type { Network } from '../../../core/network/network.js'
import * as nftsText from '../../../core/text/nfts.js'
import { useActions } from '../../../ui/hooks/context.js'
import { ExternalIcon, GlobeIcon } from '../../../ui/icons/index.js'
import { Empty } from '../../../ui/parts/empty/Empty.js'
import { ListRow } from '../../../ui/parts/list-row/ListRow.js'
import { RowIcon } from '../../../ui/parts/list-row/RowIcon.js'
import { Notice } from '../../../ui/parts/notice/Notice.js'
import { Skeleton } from '../../../ui/parts/skeleton/Skeleton.js'
import type { Collectible } from '../collectible.js'
import { FrameIcon } from './icons.js'
import { NftFacts } from './NftFacts.js'
import { NftPicture } from './NftPicture.js'
import { NftStory } from './NftStory.js'
import { useNft } from './useNft.js'

const text = nftsText.nft

/** One collectible, large. */
export function NftView({ params }: { readonly params: ViewParams['Nft'] }) {
  const { goBack } = useActions()
  const { nft, network, isLoading } = useNft(params.nft)
  if (nft && network) return <NftPage nft={nft} network={network} />
  if (isLoading) {
    return (
      <div className="nft">
        <Skeleton kind="qr" />
        <Skeleton kind="text" count={2} />
      </div>
    )
  }
  return (
    <Empty
      icon={FrameIcon}
      title={text.goneTitle}
      action={{ label: text.back, onPress: () => goBack() }}
    >
      {text.goneText}
    </Empty>
  )
}

function NftPage({ nft, network }: { readonly nft: Collectible; readonly network: Network }) {
  const { name, collectionName, description, image, isSpam, key } = nft
  const explorer = explorerLink(network, 'token', key.collection, key.tokenId)
  return (
    <div className="nft" data-testid="nft">
      <div className="nft-frame nft-large">
        <NftPicture src={image} missing={text.pictureMissing} />
      </div>
      <div className="nft-heading">
        {collectionName && (
          <p className="nft-collection" dir="auto">
            {collectionName}
          </p>
        )}
        <h2 className="nft-title" dir="auto">
          {name}
        </h2>
      </div>
      {isSpam && (
        <Notice tone="warn" title={text.spamTitle}>
          {text.spamText}
        </Notice>
      )}
      {description && <NftStory>{description}</NftStory>}
      <NftFacts nft={nft} network={network} />
      {network.explorer && explorer && (
        <ListRow
          image={<RowIcon icon={GlobeIcon} />}
          title={text.explorer(network.explorer.name)}
          trailing={<ExternalIcon />}
          href={explorer}
          testId="nft-explorer"
        />
      )}
    </div>
  )
}
