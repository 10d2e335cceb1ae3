import type { Namespace } from '@latchkey/wire/caip'
import { connectWallet } from '../connection/actions/connect.js'
import type { Account, AnnouncedWallet } from '../connection/family.js'
import { recordEvent } from '../events/actions/recordEvent.js'
import { closeModal } from '../modal/actions/navigation.js'
import { setNamespace } from '../network/actions/setNamespace.js'
import type { PairingOffer } from '../pairing/actions/pairingOffer.js'
import { ConnectorNotFoundError } from '../runtime/errors/connection.js'
import { WalletTimeoutError } from '../runtime/errors/wallet.js'
import * as limits from '../runtime/limits.js'
import { whenSignedIn } from '../siwx/whenSignedIn.js'
import { getPreferredNamespaces, openWallet } from '../wallets/actions/openWallet.js'
import { getFoundRows } from '../wallets/actions/searchWallets.js'
import { getWalletListInput } from '../wallets/installedWallets.js'
import { getDappLink, type WalletListing } from '../wallets/walletLinks.js'
import { getAllWalletRows, getWalletRows, type WalletRow } from '../wallets/walletList.js'
import { getListing } from '../wallets/walletListings.js'
import type { Widget } from '../widget.js'
import { toWalletItem, type WalletItem } from './walletItem.js'

type Connected = { readonly accounts: readonly Account[] }

/** Connects a wallet chosen in the site's own list. */
export async function connectItem(
  widget: Widget,
  {
    wallet,
    namespace,
    signal,
    offer,
    show,
  }: {
    readonly wallet: WalletItem | string
    readonly namespace: Namespace | undefined
    readonly signal: AbortSignal
    readonly offer: PairingOffer
    readonly show: (connecting: WalletItem) => void
  },
): Promise<Connected> {
  signal.throwIfAborted()
  const id = typeof wallet === 'string' ? wallet : wallet.id
  const row = findRow(widget, id)
  if (!row) throw new ConnectorNotFoundError(id)
  show(toWalletItem(widget, row))
  const inPage = findInPageWallet(row, id, namespace)
  const listing = getListing(widget, row.id)
  // Installed, but not for the requested chain family, and without a listing to pair with.
  if (row.wallets && !inPage && !listing) throw new ConnectorNotFoundError(id)
  const platform = inPage ? 'browser' : 'qrcode'
  recordEvent(widget, { event: 'SELECT_WALLET', properties: { name: row.name, platform } })
  if (!inPage) {
    const link = listing && getListingDappLink(widget, listing, namespace)
    return link
      ? openInWallet(widget, { link, name: row.name, signal })
      : pair(widget, listing, namespace, signal, offer)
  }
  const accounts = await connectWallet(widget, { wallet: inPage, signal })
  setNamespace(widget, { namespace: inPage.namespace })
  whenSignedIn(widget, () => {
    if (widget.stores.modal.get().isOpen) closeModal(widget)
  })
  return { accounts }
}

/** By its own id, or by the connector id of one of its chain families. */
function findRow(widget: Widget, id: string): WalletRow | undefined {
  const input = getWalletListInput(widget)
  const rows = [...getWalletRows(input), ...getAllWalletRows(input), ...getFoundRows(input)]
  return (
    rows.find((row) => row.id === id) ??
    rows.find((row) => row.wallets?.some((wallet) => wallet.id === id))
  )
}

function findInPageWallet(
  row: WalletRow,
  id: string,
  namespace: Namespace | undefined,
): AnnouncedWallet | undefined {
  const wallets: readonly AnnouncedWallet[] = row.wallets ?? []
  if (namespace) return wallets.find((wallet) => wallet.namespace === namespace)
  return wallets.find((wallet) => wallet.id === id) ?? wallets[0]
}

/** For wallets whose mobile apps have a built-in browser. */
function getListingDappLink(
  widget: Widget,
  { id }: WalletListing,
  namespace: Namespace | undefined,
): string | undefined {
  const families = namespace ? [namespace] : getPreferredNamespaces(widget)
  return getDappLink(id, families, widget.ports.page)
}

/** Opens this page in the wallet's browser, which connects there; this page only times out. */
async function openInWallet(
  { ports: { page, clock } }: Widget,
  {
    link,
    name,
    signal,
  }: { readonly link: string; readonly name: string; readonly signal: AbortSignal },
): Promise<never> {
  page.openLink(link, page.device.isIframe ? '_top' : '_self')
  await clock.sleep(limits.walletDecisionWait, signal)
  throw new WalletTimeoutError(name)
}

/** Opens the app once the offer is published: inside the click if an offer exists already. */
function pair(
  widget: Widget,
  listing: WalletListing | undefined,
  namespace: Namespace | undefined,
  signal: AbortSignal,
  offer: PairingOffer,
): Promise<Connected> {
  const { pairing } = widget.stores
  const taken = offer.waitForWallet({ walletId: listing?.id, namespace, signal })
  const platform = getAppPlatform(widget, listing)
  if (!listing || !platform) return taken
  const open = () => openWallet(widget, { walletId: listing.id, platform })
  const canOpen = () => pairing.get().uri !== undefined && pairing.get().isPublished
  return new Promise((resolve, reject) => {
    let stop = () => {}
    const openOnce = () => {
      if (!canOpen()) return
      stop()
      try {
        open()
      } catch (error) {
        reject(error)
      }
    }
    taken.then(resolve, reject).finally(() => stop())
    if (canOpen()) openOnce()
    else stop = pairing.subscribe(openOnce)
  })
}

function getAppPlatform(
  { ports }: Widget,
  listing: WalletListing | undefined,
): 'mobile' | 'web' | undefined {
  if (!ports.page.device.isMobile) return undefined
  return listing?.mobile_link ? 'mobile' : listing?.webapp_link ? 'web' : undefined
}
