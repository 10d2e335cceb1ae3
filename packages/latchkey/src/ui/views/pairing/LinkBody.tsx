import { Button } from '@latchkey/parts/Button'
import { useEffect, useRef } from 'react'
import * as connectingText from '../../../core/text/connecting.js'
import * as pairingText from '../../../core/text/pairing.js'
import { openWallet } from '../../../core/wallets/actions/openWallet.js'
import type { WalletListing } from '../../../core/wallets/walletLinks.js'
import { useAction } from '../../hooks/useAction.js'
import { CopyButton } from '../../parts/copy-button/CopyButton.js'
import { Stack } from '../../parts/stack/Stack.js'
import { Attempt } from '../Attempt.js'
import { type AttemptWords, failedConnection } from '../connecting/attemptWords.js'
import { DownloadLine } from '../DownloadLine.js'
import { RelayNotice } from './RelayNotice.js'
import type { Pairing } from './usePairing.js'

export type LinkBodyProps = {
  readonly pairing: Pairing
  readonly listing: WalletListing
  readonly platform: 'mobile' | 'web' | 'desktop'
}

/** A wallet that a link opens: an app on this device, or a site. */
export function LinkBody({ pairing, listing, platform }: LinkBodyProps) {
  const { run } = useAction(openWallet)
  const open = () => run({ walletId: listing.id, platform })
  const { uri } = pairing
  const hasFailed = pairing.phase === 'declined' || pairing.phase === 'failed'

  // An app opens by itself, once, as soon as it can find the offer: the link may replace this page.
  // A site in a new tab needs a click or the browser blocks it.
  const opensItself = platform !== 'web'
  const wasOpened = useRef(false)
  useEffect(() => {
    if (!opensItself || !pairing.isPublished || wasOpened.current) return
    wasOpened.current = true
    run({ walletId: listing.id, platform })
  }, [opensItself, pairing.isPublished, run, listing.id, platform])

  function tryAgain() {
    wasOpened.current = false
    pairing.retry()
  }

  const text = pairingText.pairing
  const words: AttemptWords = hasFailed
    ? failedConnection(pairing.error, listing.name)
    : {
        state: 'waiting',
        title: connectingText.connecting.waitingTitle(listing.name),
        text: text[`${platform}Text`],
      }
  const button =
    hasFailed || platform === 'desktop'
      ? ({
          label: text.tryAgain,
          act: tryAgain,
          variant: hasFailed ? 'primary' : 'secondary',
        } as const)
      : ({ label: text.open, act: open, variant: 'primary' } as const)
  return (
    <Stack gap={16}>
      {!pairing.isRelayReachable && <RelayNotice />}
      <Attempt {...words} name={listing.name} image={listing.image_url}>
        <Button
          testId="w3m-connecting-widget-secondary-button"
          variant={button.variant}
          disabled={uri === undefined && !hasFailed}
          onPress={button.act}
        >
          {button.label}
        </Button>
        <CopyButton
          label={text.copyLink}
          value={uri}
          done={text.linkCopied}
          variant="quiet"
          testId="wui-link-copy"
        />
        <DownloadLine listing={listing} />
      </Attempt>
    </Stack>
  )
}
