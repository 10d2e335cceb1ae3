import * as connectingText from '../../core/text/connecting.js'
import type { WalletListing } from '../../core/wallets/walletLinks.js'
import { getDownloadAction } from '../../core/wallets/walletPlatforms.js'
import { useActions, useWidget } from '../hooks/context.js'
import { AskLine } from '../parts/ask-line/AskLine.js'
import { Link } from '../parts/link/Link.js'

/** "Don't have it? Get"; nothing where there is no place to get it from. */
export function DownloadLine({ listing }: { readonly listing: WalletListing }) {
  const { device } = useWidget().ports.page
  const { navigate } = useActions()
  const way = getDownloadAction(listing, device)
  if (!way) return null
  const { get, noWallet } = connectingText.connecting
  return (
    <AskLine question={noWallet(listing.name)}>
      {way.to === 'link' ? (
        <Link href={way.url}>{get}</Link>
      ) : (
        <Link onPress={() => navigate({ view: 'Downloads', params: { walletId: listing.id } })}>
          {get}
        </Link>
      )}
    </AskLine>
  )
}
