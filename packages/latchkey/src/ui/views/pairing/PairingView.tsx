import { Button } from '@latchkey/parts/Button'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ViewParams } from '../../../core/modal/views.js'
import * as connectingText from '../../../core/text/connecting.js'
import * as pairingText from '../../../core/text/pairing.js'
import {
  getPreferredNamespaces,
  openPageInWallet,
} from '../../../core/wallets/actions/openWallet.js'
import { findWalletForListing } from '../../../core/wallets/installedWallets.js'
import { getDappLink, type WalletListing } from '../../../core/wallets/walletLinks.js'
import { getListing } from '../../../core/wallets/walletListings.js'
import { type WalletPlatform, walletPlatforms } from '../../../core/wallets/walletPlatforms.js'
import { useWidget } from '../../hooks/context.js'
import { useAction } from '../../hooks/useAction.js'
import { useStore } from '../../hooks/useStore.js'
import { Tabs } from '../../parts/Tabs.js'
import { Attempt } from '../Attempt.js'
import { ChainChoice } from '../connecting/ConnectingMultiChainView.js'
import { InPageAttempt } from '../connecting/InPageAttempt.js'
import { DownloadLine, NotDetected } from '../connecting/NotDetected.js'
import { CodeBody, LinkBody, usePairing } from './PairingBody.js'

const { platforms: names, platformTabs } = pairingText.pairing

const tabOf: { readonly [platform in WalletPlatform]: { label: string; testId: string } } = {
  browser: { label: names.browser, testId: 'tab-browser' },
  dapp: { label: names.dapp, testId: 'tab-dapp' },
  unsupported: { label: names.browser, testId: 'tab-browser' },
  mobile: { label: names.mobile, testId: 'tab-mobile' },
  qrcode: { label: names.mobile, testId: 'tab-mobile' },
  web: { label: names.web, testId: 'tab-webapp' },
  desktop: { label: names.desktop, testId: 'tab-desktop' },
}

/** Platforms that connect without pairing. */
const unpaired: readonly WalletPlatform[] = ['browser', 'dapp', 'unsupported']

/** Pairing with one wallet, or with any that scans the code. */
export function PairingView({
  params: { walletId, isOpened = false },
}: {
  readonly params: ViewParams['ConnectingWalletConnect']
}) {
  const widget = useWidget()
  const { device } = widget.ports.page
  const announced = useStore(widget.stores.registry, (state) => state.announced)
  const listing = getListing(widget, walletId)
  const platforms = useMemo(
    () =>
      walletPlatforms(listing, {
        device,
        announced,
        opensPages:
          listing !== undefined &&
          getDappLink(listing.id, getPreferredNamespaces(widget), widget.ports.page) !== undefined,
      }),
    [listing, device, announced, widget],
  )
  const [chosen, setChosen] = useState<WalletPlatform>()
  const platform = platforms.find((one) => one === chosen) ?? platforms[0]
  const pairing = usePairing(walletId, !unpaired.includes(platform))

  function body() {
    const installed = listing && findWalletForListing(widget, listing)
    if (platform === 'browser' && installed) {
      const [wallet, ...others] = installed
      return others[0] ? <ChainChoice wallets={installed} /> : <InPageAttempt wallet={wallet} />
    }
    if (platform === 'qrcode' || !listing) return <CodeBody pairing={pairing} listing={listing} />
    if (platform === 'dapp') return <DappBody listing={listing} isOpened={isOpened} />
    if (platform === 'browser' || platform === 'unsupported') {
      return <NotDetected name={listing.name} image={listing.image_url} listing={listing} />
    }
    const isOpenedApp = isOpened && platform === 'mobile'
    const given = { pairing, listing, platform, isOpened: isOpenedApp }
    return <LinkBody key={platform} {...given} />
  }

  if (platforms.length === 1) return body()
  return (
    <Tabs
      label={platformTabs}
      tabs={platforms.map((id) => ({ id, ...tabOf[id] }))}
      value={platform}
      onChange={setChosen}
    >
      {body()}
    </Tabs>
  )
}

/** A wallet whose app opens this page in its own browser and connects there. */
function DappBody({
  listing,
  isOpened,
}: {
  readonly listing: WalletListing
  readonly isOpened: boolean
}) {
  const { run: open } = useAction(openPageInWallet)
  const wasOpened = useRef(isOpened)
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
        onClick={() => open({ walletId: listing.id })}
      >
        {pairingText.pairing.open}
      </Button>
      <DownloadLine listing={listing} />
    </Attempt>
  )
}
