import { Button } from '@latchkey/parts/Button'
import { Notice } from '@latchkey/parts/Notice'
import { useEffect, useRef, useState } from 'react'
import { createPairingOffer } from '../../../core/pairing/actions/pairingOffer.js'
import type { StartPairingParameters } from '../../../core/pairing/actions/startPairing.js'
import type { PairingState } from '../../../core/pairing/store.js'
import { pairingExpiryMargin } from '../../../core/runtime/limits.js'
import * as connectText from '../../../core/text/connect.js'
import * as connectingText from '../../../core/text/connecting.js'
import * as pairingText from '../../../core/text/pairing.js'
import { hasOtherLink, openWallet } from '../../../core/wallets/actions/openWallet.js'
import type { WalletListing } from '../../../core/wallets/walletLinks.js'
import { getOrCreate, type Widget } from '../../../core/widget.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { useAction } from '../../hooks/useAction.js'
import { useStore } from '../../hooks/useStore.js'
import { useSecondsLeft } from '../../hooks/useTime.js'
import { CopyButton } from '../../parts/CopyButton.js'
import { QrCode } from '../../parts/qr-code/QrCode.js'
import { Skeleton } from '../../parts/Skeleton.js'
import { Stack } from '../../parts/Stack.js'
import { Attempt, type AttemptStatus, toFailedStatus } from '../Attempt.js'
import { DownloadLine } from '../connecting/NotDetected.js'

export type CodeBodyProps = {
  readonly pairing: Pairing
  readonly listing: WalletListing | undefined
}

/** A QR code for a wallet on the visitor's phone. */
export function CodeBody({ pairing, listing }: CodeBodyProps) {
  const text = pairingText.pairing
  const name = listing?.name ?? connectText.connect.pairing
  if (pairing.phase === 'declined' || pairing.phase === 'failed') {
    return (
      <Attempt {...toFailedStatus(pairing.error, name)} name={name} image={listing?.image_url}>
        <Button testId="w3m-connecting-widget-secondary-button" onClick={pairing.retry}>
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

/** Visible only in the last minute. Its space is reserved, so that nothing moves. */
function Countdown({ pairing: { expiresAt } }: { readonly pairing: Pairing }) {
  const seconds = useSecondsLeft(expiresAt && expiresAt - pairingExpiryMargin)
  return <p className="countdown">{seconds !== undefined && pairingText.pairing.newIn(seconds)}</p>
}

function RelayNotice() {
  const { relayTitle, relayText } = pairingText.pairing
  return (
    <Notice tone="warn" title={relayTitle} urgent>
      {relayText}
    </Notice>
  )
}

type LinkBodyProps = {
  readonly pairing: Pairing
  readonly listing: WalletListing
  readonly platform: 'mobile' | 'web' | 'desktop'
  /** The tap that chose the wallet has opened it. */
  readonly isOpened: boolean
}

/** A wallet opened by a link: an app on this device, or a site. */
export function LinkBody({ pairing, listing, platform, isOpened }: LinkBodyProps) {
  const widget = useWidget()
  const { inApp } = widget.ports.page.device
  const { run } = useAction(openWallet)
  // A visitor who presses Open has seen that the app did not open.
  const [isRetried, setIsRetried] = useState(false)
  const hasOther = isRetried && platform === 'mobile' && hasOtherLink(widget, listing)
  const open = () => {
    setIsRetried(true)
    run({ walletId: listing.id, platform })
  }
  const { uri } = pairing
  const hasFailed = pairing.phase === 'declined' || pairing.phase === 'failed'

  // An app opens automatically, once the offer is published, because the link may replace this page.
  // A new tab needs a click, or the browser blocks it.
  const opensItself = platform !== 'web'
  const wasOpened = useRef(isOpened)
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
  const words: AttemptStatus = hasFailed
    ? toFailedStatus(pairing.error, listing.name)
    : {
        state: 'waiting',
        title: connectingText.connecting.waitingTitle(listing.name),
        text: platform === 'mobile' && inApp ? text.inAppText : text[`${platform}Text`],
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
          onClick={button.act}
        >
          {button.label}
        </Button>
        {hasOther && uri !== undefined && (
          <Button
            testId="open-other-link"
            variant="secondary"
            onClick={() => run({ walletId: listing.id, platform, isOther: true })}
          >
            {text.openOther}
          </Button>
        )}
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

type Pairing = PairingState & { readonly retry: () => void }

/** Starts pairing once `isWanted`; unmounting cancels it. */
export function usePairing(walletId: string | undefined, isWanted: boolean): Pairing {
  const { pairing } = useWidget().stores
  const state = useStore(pairing, (current) => current)
  const { run } = useAction(pairOnce, { quiet: true })
  useEffect(() => {
    if (isWanted && !isGivenBySite(pairing.get())) run({ walletId })
  }, [run, pairing, walletId, isWanted])
  return { ...state, retry: () => run({ walletId }) }
}

/** Waits for the wallet of the current offer, or of a new one. */
function pairOnce(widget: Widget, parameters: StartPairingParameters) {
  return getOrCreate(widget, createPairingOffer).waitForWallet(parameters)
}

/** A URI given by the site has no expiry time. */
function isGivenBySite({ uri, expiresAt }: PairingState): boolean {
  return uri !== undefined && expiresAt === undefined
}
