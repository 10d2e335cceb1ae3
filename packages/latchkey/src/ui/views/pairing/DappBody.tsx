import { useEffect, useRef } from 'react'
import * as connectingText from '../../../core/text/connecting.js'
import * as pairingText from '../../../core/text/pairing.js'
import { openInWallet } from '../../../core/wallets/actions/openInWallet.js'
import type { WalletListing } from '../../../core/wallets/walletLinks.js'
import { useAction } from '../../hooks/useAction.js'
import { Button } from '../../parts/button/Button.js'
import { Attempt } from '../Attempt.js'
import { DownloadLine } from '../DownloadLine.js'

/** A wallet whose app opens this page in a browser of its own, where it connects. */
export function DappBody({ listing }: { readonly listing: WalletListing }) {
  const { run: open } = useAction(openInWallet)
  const wasOpened = useRef(false)
  useEffect(() => {
    if (wasOpened.current) return
    wasOpened.current = true
    open({ walletId: listing.id })
  }, [open, listing.id])
  return (
    <Attempt
      state="waiting"
      title={connectingText.connecting.waitingTitle(listing.name)}
      text={pairingText.pairing.dappText(listing.name)}
      name={listing.name}
      image={listing.image_url}
    >
      <Button
        testId="w3m-connecting-widget-secondary-button"
        onPress={() => open({ walletId: listing.id })}
      >
        {pairingText.pairing.open}
      </Button>
      <DownloadLine listing={listing} />
    </Attempt>
  )
}
