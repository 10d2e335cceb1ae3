import { CopyIcon, ExternalIcon, GlobeIcon } from '@latchkey/parts/icons'
import { RowIcon } from '@latchkey/parts/ListRow'
import { Notice } from '@latchkey/parts/Notice'
import { namespaceOf } from '@latchkey/wire/caip'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { getConnection } from '../../../core/connection/store.js'
import { shortenAddress } from '../../../core/format/format.js'
import type { NftKey, ViewParams } from '../../../core/modal/views.js'
import type { Network } from '../../../core/network/network.js'
import { getExplorerUrl } from '../../../core/network/networkUrls.js'
import { getNetworkById } from '../../../core/network/store.js'
import * as nftsText from '../../../core/text/nfts.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { Empty } from '../../../ui/parts/Empty.js'
import { LinkRow } from '../../../ui/parts/Link.js'
import { Skeleton } from '../../../ui/parts/Skeleton.js'
import { loadNfts } from '../actions/loadNfts.js'
import { type Collectible, idOf, shortenTokenId } from '../collectible.js'
import { nftsOf, ownerKey } from '../store.js'
import { FrameIcon, NftPicture } from './NftPicture.js'

const text = nftsText.nft

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
      action={{ label: text.back, onClick: () => goBack() }}
    >
      {text.goneText}
    </Empty>
  )
}

function NftPage({ nft, network }: { readonly nft: Collectible; readonly network: Network }) {
  const { name, collectionName, description, image, isSpam, key } = nft
  const isMint = isOwnMint(nft)
  const explorer = getExplorerUrl(
    network,
    'token',
    key.collection,
    isMint ? undefined : key.tokenId,
  )
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
      {description && <NftDescription>{description}</NftDescription>}
      <NftDetails nft={nft} network={network} />
      {network.explorer && explorer && (
        <LinkRow
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

/** On Solana an NFT has an address instead of a number in a contract. */
function isOwnMint({ standard }: Collectible): boolean {
  return standard === 'SPL' || standard === 'CNFT'
}

/** Longer descriptions are collapsed. */
const shortText = { characters: 160, lines: 4 }

function NftDescription({ children: description }: { readonly children: string }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const { readLess, readMore } = nftsText.nft
  const isLong =
    description.length > shortText.characters || description.split('\n').length > shortText.lines
  return (
    <div className="nft-story">
      <p className={isLong && !isExpanded ? 'nft-story-part' : undefined} dir="auto">
        {description}
      </p>
      {isLong && (
        <button
          type="button"
          className="link"
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? readLess : readMore}
        </button>
      )}
    </div>
  )
}

function NftDetails({ nft, network }: { readonly nft: Collectible; readonly network: Network }) {
  const { copyText } = useActions()
  const { tokenId, collection } = nft.key
  const short = shortenTokenId(tokenId)
  const isMint = isOwnMint(nft)
  return (
    <dl className="nft-facts" aria-label={nftsText.nft.details}>
      {!isMint && (
        <Detail name={nftsText.nft.tokenId}>
          <button
            type="button"
            className="nft-copy"
            aria-label={nftsText.nft.copyTokenId(short)}
            title={tokenId}
            data-testid="nft-copy-id"
            onClick={() => copyText({ text: tokenId, done: nftsText.nft.tokenIdCopied })}
          >
            <bdi>{short}</bdi>
            <CopyIcon size={16} />
          </button>
        </Detail>
      )}
      {nft.quantity !== '1' && <Detail name={nftsText.nft.owned}>{nft.quantity}</Detail>}
      <Detail name={isMint ? nftsText.nft.address : nftsText.nft.collection}>
        <bdi className="mono" title={collection}>
          {shortenAddress(collection)}
        </bdi>
      </Detail>
      <Detail name={nftsText.nft.standard}>{nftsText.nft.standards[nft.standard]}</Detail>
      <Detail name={nftsText.nft.network}>{network.name}</Detail>
    </dl>
  )
}

function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="nft-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** One of the account's collectibles; loads the list if it is not known. */
function useNft(key: NftKey) {
  const widget = useWidget()
  const address = useStores(
    ['connection'],
    (widget) => getConnection(widget, namespaceOf(key.networkId))?.active.address,
  )
  const network = useStores(['network'], ({ stores }) =>
    getNetworkById(stores.network.get(), key.networkId),
  )
  const nftId = idOf(key)
  const list = useStore(nftsOf(widget), ({ lists }) =>
    address && network ? lists[ownerKey({ address, network })] : undefined,
  )
  const found = list?.items.find(({ id }) => id === nftId)
  // Stays visible even if a reloaded list no longer has it.
  const known = useRef<Collectible>(undefined)
  if (found) known.current = found

  const isUnknown = list === undefined
  const { run, status } = useAction(loadNfts, { quiet: true })
  useEffect(() => {
    if (isUnknown && address && network) run({ address, network, goal: 'first' })
  }, [isUnknown, address, network, run])

  return { nft: found ?? known.current, network, isLoading: isUnknown || status === 'running' }
}
