import { Button } from '@latchkey/parts/Button'
import { pairingExpiryMargin } from '../../../core/runtime/limits.js'
import * as connectText from '../../../core/text/connect.js'
import * as pairingText from '../../../core/text/pairing.js'
import type { WalletListing } from '../../../core/wallets/walletLinks.js'
import { useActions } from '../../hooks/context.js'
import { useSecondsLeft } from '../../hooks/useSecondsLeft.js'
import { CopyButton } from '../../parts/copy-button/CopyButton.js'
import { QrCode } from '../../parts/qr-code/QrCode.js'
import { Skeleton } from '../../parts/skeleton/Skeleton.js'
import { Attempt } from '../Attempt.js'
import { failedConnection } from '../connecting/attemptWords.js'
import { DownloadLine } from '../DownloadLine.js'
import { RelayNotice } from './RelayNotice.js'
import type { Pairing } from './usePairing.js'

export type CodeBodyProps = {
  readonly pairing: Pairing
  readonly listing: WalletListing | undefined
}

/** A code for the wallet on the visitor's phone. */
export function CodeBody({ pairing, listing }: CodeBodyProps) {
  const text = pairingText.pairing
  const name = listing?.name ?? connectText.connect.pairing
  if (pairing.phase === 'declined' || pairing.phase === 'failed') {
    return (
      <Attempt {...failedConnection(pairing.error, name)} name={name} image={listing?.image_url}>
        <Button testId="w3m-connecting-widget-secondary-button" onPress={pairing.retry}>
          {text.tryAgain}
        </Button>
      </Attempt>
    )
  }
  const { uri } = pairing
  return (
    <div className="pairing">
      {!pairing.isRelayReachable && <RelayNotice />}
      {uri === undefined ? (
        <Skeleton kind="qr" />
      ) : (
        <Code key={uri} uri={uri} name={name} image={listing?.image_url} />
      )}
      <div className="pairing-words">
        <p className="attempt-text">{listing ? text.scanWith(name) : text.scan}</p>
        <Countdown pairing={pairing} />
      </div>
      <CopyButton label={text.copyLink} value={uri} done={text.linkCopied} testId="copy-wc2-uri" />
      {listing && <DownloadLine listing={listing} />}
    </div>
  )
}

function Code(props: {
  readonly uri: string
  readonly name: string
  readonly image: string | undefined
}) {
  const { copyText } = useActions()
  const { copyLink, linkCopied, qrLabel } = pairingText.pairing
  return (
    <button
      type="button"
      className="code-button"
      aria-label={`${qrLabel}. ${copyLink}`}
      onClick={() => copyText({ text: props.uri, done: linkCopied })}
    >
      <QrCode value={props.uri} image={props.image} alt={props.name} />
    </button>
  )
}

/** Only in the last minute, where it keeps the place the sentence above has anyway. */
function Countdown({ pairing: { expiresAt } }: { readonly pairing: Pairing }) {
  const seconds = useSecondsLeft(expiresAt && expiresAt - pairingExpiryMargin)
  return <p className="countdown">{seconds !== undefined && pairingText.pairing.newIn(seconds)}</p>
}
