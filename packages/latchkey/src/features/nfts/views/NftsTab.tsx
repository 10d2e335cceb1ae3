import { Button } from '@latchkey/parts/Button'
import { Notice } from '@latchkey/parts/Notice'
import { useEffect, useMemo, useRef, useState } from 'react'
import { getConnection } from '../../../core/connection/store.js'
import { getActiveNetwork } from '../../../core/network/store.js'
import { getErrorText } from '../../../core/runtime/errors/interface.js'
import * as nftsText from '../../../core/text/nfts.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { Badge } from '../../../ui/parts/Badge.js'
import { Empty } from '../../../ui/parts/Empty.js'
import { Skeleton } from '../../../ui/parts/Skeleton.js'
import { type CellFocus, VirtualGrid } from '../../../ui/parts/virtual-grid/VirtualGrid.js'
import { loadNfts } from '../actions/loadNfts.js'
import { clearOpenedNft, openNft } from '../actions/openNft.js'
import type { Collectible } from '../collectible.js'
import { emptyList, type NftOwner, nftsOf, ownerKey } from '../store.js'
import { FrameIcon, NftPicture } from './NftPicture.js'

const text = nftsText.nfts

/** In pixels: fits two columns on every phone. */
const narrowestCard = 128

/** The account's collectibles on the active network. */
export function NftsTab() {
  const address = useStores(
    ['connection', 'network'],
    (widget) => getConnection(widget)?.active.address,
  )
  const network = useStores(['network'], ({ stores }) => getActiveNetwork(stores.network.get()))
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
      {nfts.isFirstLoad && <Skeleton kind="tile" count={4} />}
      {nfts.hasMore && <Skeleton kind="tile" count={2} />}
      {error !== undefined && (
        <Notice
          tone="warn"
          title={text.failedTitle}
          urgent
          testId="nfts-failed"
          action={
            <Button variant="secondary" size="small" busy={nfts.isLoading} onClick={nfts.retry}>
              {text.tryAgain}
            </Button>
          }
        >
          {getErrorText(error)}
        </Notice>
      )}
      {visible.length === 0 && !nfts.isFirstLoad && error === undefined && (
        <EmptyNfts hidden={hidden} network={owner.network.name} />
      )}
      {nfts.canLoadMore && (
        <Button variant="secondary" busy={nfts.isLoading} onClick={nfts.loadMore}>
          {text.loadMore}
        </Button>
      )}
      {hidden > 0 && (
        <Button
          variant="quiet"
          size="small"
          testId="nfts-hidden"
          onClick={() => setShowsHidden(!showsHidden)}
        >
          {showsHidden ? text.hide(hidden) : text.showHidden(hidden)}
        </Button>
      )}
    </div>
  )
}

type NftCardProps = { readonly nft: Collectible; readonly focus: CellFocus }

function NftCard({ nft, focus }: NftCardProps) {
  const widget = useWidget()
  const { name, collectionName, quantity, isSpam } = nft
  const hasSeveral = quantity !== '1'
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
        {hasSeveral && (
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
        {hasSeveral && <span className="visually-hidden">{nftsText.nfts.owned(quantity)}</span>}
      </span>
    </button>
  )
}

function EmptyNfts({ hidden, network }: { readonly hidden: number; readonly network: string }) {
  const { navigate } = useActions()
  const hasHidden = hidden > 0
  return (
    <Empty
      icon={FrameIcon}
      title={
        <span data-testid="nft-template-title">
          {hasHidden ? text.onlyHiddenTitle : text.emptyTitle}
        </span>
      }
      testId="nfts-empty"
      action={{
        label: text.receive,
        testId: 'link-receive-funds',
        onClick: () => navigate({ view: 'WalletReceive', params: undefined }),
      }}
    >
      <span data-testid="nft-template-description">
        {hasHidden ? text.onlyHiddenText : text.emptyText(network)}
      </span>
    </Empty>
  )
}

/** The collectible the visitor comes back from. */
function useOpened(): string | undefined {
  const widget = useWidget()
  const [opened] = useState(() => nftsOf(widget).get().opened)
  useEffect(() => clearOpenedNft(widget), [widget])
  return opened
}

type Nfts = {
  readonly visible: readonly Collectible[]
  /** How many are possible spam. */
  readonly hidden: number
  readonly isFirstLoad: boolean
  readonly isLoading: boolean
  /** More are loaded when the visitor scrolls to the end. */
  readonly hasMore: boolean
  /** More may exist, but are loaded only on request. */
  readonly canLoadMore: boolean
  readonly error: unknown
  readonly retry: () => void
  readonly loadMore: () => void
  readonly onNearEnd: (isNear: boolean) => void
}

/** An account's collectibles, loaded page by page while scrolling. */
function useNfts({ address, network }: NftOwner, showsHidden: boolean): Nfts {
  const widget = useWidget()
  const key = ownerKey({ address, network })
  const list = useStore(nftsOf(widget), ({ lists }) => lists[key] ?? emptyList)
  const { run, status } = useAction(loadNfts, { quiet: true })

  // The next page waits until the first one is known to be fresh.
  const [checked, setChecked] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    run({ address, network, goal: 'first' }).then(() => {
      if (isCurrent) setChecked(ownerKey({ address, network }))
    })
    return () => {
      isCurrent = false
    }
  }, [run, address, network])

  const { items, next, isExhausted, failure } = list
  const visible = useMemo(
    () => (showsHidden ? items : items.filter(({ isSpam }) => !isSpam)),
    [items, showsHidden],
  )
  const isNearEnd = useRef(false)
  const hasPages = typeof next === 'string' && failure === undefined
  const hasMore = hasPages && !isExhausted && visible.length > 0
  function loadNext() {
    if (!hasMore || !isNearEnd.current || status !== 'idle' || checked !== key) return
    run({ address, network, goal: 'next' })
  }
  useEffect(loadNext)

  return {
    visible,
    hidden: items.filter(({ isSpam }) => isSpam).length,
    isFirstLoad: next === undefined && failure === undefined,
    isLoading: status === 'running',
    hasMore,
    canLoadMore: hasPages && !hasMore,
    error: failure?.error,
    retry: () => run({ address, network, goal: 'again' }),
    loadMore: () => run({ address, network, goal: 'next' }),
    onNearEnd(isNear) {
      const wasNear = isNearEnd.current
      isNearEnd.current = isNear
      // Scrolling re-renders the grid, but not this view.
      if (isNear && !wasNear) loadNext()
    },
  }
}
