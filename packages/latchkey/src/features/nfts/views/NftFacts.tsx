import type { ReactNode } from 'react'
import { shortenAddress } from '../../../core/format/address.js'
import type { Network } from '../../../core/network/network.js'
import * as nftsText from '../../../core/text/nfts.js'
import { useActions } from '../../../ui/hooks/context.js'
import { CopyIcon } from '../../../ui/icons/index.js'
import { type Collectible, shortNumber } from '../collectible.js'

const text = nftsText.nft

/** What can be said about a collectible besides its own words. */
export function NftFacts({
  nft,
  network,
}: {
  readonly nft: Collectible
  readonly network: Network
}) {
  const { copyText } = useActions()
  const { tokenId, collection } = nft.key
  const short = shortNumber(tokenId)
  return (
    <dl className="nft-facts" aria-label={text.details}>
      <Fact name={text.tokenId}>
        <button
          type="button"
          className="nft-copy"
          aria-label={text.copyTokenId(short)}
          title={tokenId}
          data-testid="nft-copy-id"
          onClick={() => copyText({ text: tokenId, done: text.tokenIdCopied })}
        >
          <bdi>{short}</bdi>
          <CopyIcon size={16} />
        </button>
      </Fact>
      {nft.quantity !== '1' && <Fact name={text.owned}>{nft.quantity}</Fact>}
      <Fact name={text.collection}>
        <bdi className="mono" title={collection}>
          {shortenAddress(collection)}
        </bdi>
      </Fact>
      <Fact name={text.standard}>{text.standards[nft.standard]}</Fact>
      <Fact name={text.network}>{network.name}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="nft-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
