import { Button } from '@latchkey/parts/Button'
import * as connectingText from '../../../core/text/connecting.js'
import type { WalletListing } from '../../../core/wallets/walletLinks.js'
import { getDownloadAction } from '../../../core/wallets/walletPlatforms.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { Link, QuestionLine } from '../../parts/Link.js'
import { Attempt } from '../Attempt.js'

/** The wallet is not installed: offers a download or another wallet. */
export function NotDetected(props: {
  readonly name: string
  readonly image?: string | undefined
  readonly listing?: WalletListing | undefined
}) {
  const { device } = useWidget().ports.page
  const { navigate } = useActions()
  const { missingTitle, missingText, otherWallet } = connectingText.connecting
  const canGet =
    props.listing !== undefined && getDownloadAction(props.listing, device) !== undefined
  return (
    <Attempt
      name={props.name}
      image={props.image}
      state="error"
      title={missingTitle}
      text={missingText(props.name)}
    >
      {canGet && props.listing && <DownloadLine listing={props.listing} />}
      {!canGet && (
        <Button
          variant="secondary"
          onClick={() => navigate({ view: 'Connect', params: undefined, how: 'reset' })}
        >
          {otherWallet}
        </Button>
      )}
    </Attempt>
  )
}

/** "Don't have it? Get"; nothing if no download is known. */
export function DownloadLine({ listing }: { readonly listing: WalletListing }) {
  const { device } = useWidget().ports.page
  const { navigate } = useActions()
  const way = getDownloadAction(listing, device)
  if (!way) return null
  const { get, noWallet } = connectingText.connecting
  return (
    <QuestionLine question={noWallet(listing.name)}>
      {way.to === 'link' ? (
        <Link href={way.url}>{get}</Link>
      ) : (
        <Link onClick={() => navigate({ view: 'Downloads', params: { walletId: listing.id } })}>
          {get}
        </Link>
      )}
    </QuestionLine>
  )
}
