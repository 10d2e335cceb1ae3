import { Button } from '@latchkey/parts/Button'
import { Notice } from '@latchkey/parts/Notice'
import { useEffect, useState } from 'react'
import { getConnection } from '../../../core/connection/store.js'
import { getActiveNetwork } from '../../../core/network/store.js'
import { toWidgetError } from '../../../core/runtime/errors/interface.js'
import * as nftsText from '../../../core/text/nfts.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useStores } from '../../../ui/hooks/useStore.js'
import { Badge } from '../../../ui/parts/badge/Badge.js'
import { Empty } from '../../../ui/parts/empty/Empty.js'
import { Skeleton } from '../../../ui/parts/skeleton/Skeleton.js'
import { type CellFocus, VirtualGrid } from '../../../ui/parts/virtual-grid/VirtualGrid.js'
import { openNft, returnToNfts } from '../actions/openNft.js'
import type { Collectible } from '../collectible.js'
import { type NftOwner, nftsOf, ownerKey } from '../store.js'
import { FrameIcon, NftPicture } from './NftPicture.js'
import { useNfts } from './useNfts.js'

const text = nftsText.nfts
/** Two columns in every card and on every phone, in pixels. */
const narrowestCard = 128

/** What the account collects on the active network. */
export function NftsTab() {
  const address = useStores(
    ['connection', 'network'],
    (widget) => getConnection(widget, 'eip155')?.active.address,
  )
  const network = useStores(['network'], ({ stores }) =>
    getActiveNetwork(stores.network.get(), 'eip155'),
  )
  if (!address || !network) return null
  const owner = { address, network }
  return <OwnedNfts key={ownerKey(owner)} owner={owner} />
}

function OwnedNfts({ owner }: { readonly owner: NftOwner }) {
  const opened = useOpened()
  const [showsHidden, setShowsHidden] = useState(false)
  const nfts = useNfts(owner, showsHidden)
  const { visible, hidden, error } = nfts
  const startAt = visible.findIndex(({ id }) => id === opened)
  return (
    <div className="nfts" data-testid="nfts">
      {visible.length > 0 && (
        <VirtualGrid
          label={text.listLabel}
          items={visible}
          keyOf={(nft) => nft.id}
          total={visible.length}
          cell={narrowestCard}
          startAt={startAt < 0 ? undefined : startAt}
          onNearEnd={nfts.onNearEnd}
          testId="nft-grid"
        >
          {(nft, focus) => <NftCard nft={nft} focus={focus} />}
        </VirtualGrid>
      )}
      {nfts.isFirstRead && <Skeleton kind="tile" count={4} />}
      {nfts.hasMore && <Skeleton kind="tile" count={2} />}
      {error !== undefined && (
        <Notice
          tone="warn"
          title={text.failedTitle}
          urgent
          testId="nfts-failed"
          action={
            <Button variant="secondary" size="small" busy={nfts.isReading} onPress={nfts.retry}>
              {text.tryAgain}
            </Button>
          }
        >
          {toWidgetError(error).message}
        </Notice>
      )}
      {visible.length === 0 && !nfts.isFirstRead && error === undefined && (
        <NothingShown hidden={hidden} network={owner.network.name} />
      )}
      {nfts.canLookFurther && (
        <Button variant="secondary" busy={nfts.isReading} onPress={nfts.lookFurther}>
          {text.lookFurther}
        </Button>
      )}
      {hidden > 0 && (
        <Button
          variant="quiet"
          size="small"
          testId="nfts-hidden"
          onPress={() => setShowsHidden(!showsHidden)}
        >
          {showsHidden ? text.hide(hidden) : text.showHidden(hidden)}
        </Button>
      )}
    </div>
  )
}

/** The one the visitor comes back from. */
function useOpened(): string | undefined {
  const widget = useWidget()
  const [opened] = useState(() => nftsOf(widget).get().opened)
  useEffect(() => returnToNfts(widget), [widget])
  return opened
}

function NothingShown({ hidden, network }: { readonly hidden: number; readonly network: string }) {
  const { navigate } = useActions()
  const isHiding = hidden > 0
  return (
    <Empty
      icon={FrameIcon}
      title={isHiding ? text.onlyHiddenTitle : text.emptyTitle}
      testId="nfts-empty"
      action={{
        label: text.receive,
        onPress: () => navigate({ view: 'WalletReceive', params: undefined }),
      }}
    >
      {isHiding ? text.onlyHiddenText : text.emptyText(network)}
    </Empty>
  )
}

type NftCardProps = { readonly nft: Collectible; readonly focus: CellFocus }

/** One collectible in the grid. */
function NftCard({ nft, focus }: NftCardProps) {
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
            {nftsText.nfts.several(quantity)}
          </span>
        )}
        {isSpam && (
          <span className="nft-spam">
            <Badge tone="warn">{nftsText.nfts.spam}</Badge>
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
        {isSeveral && <span className="visually-hidden">{nftsText.nfts.owned(quantity)}</span>}
      </span>
    </button>
  )
}
