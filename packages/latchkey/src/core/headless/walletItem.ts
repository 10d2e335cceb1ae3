import { isNetworkId, type Namespace, namespaceOf } from '@latchkey/wire/caip'
import { isWebLink } from '@latchkey/wire/links'
import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import { toWalletLink } from '@latchkey/wire/walletLinks'
import type { ConnectorId } from '../connection/family.js'
import { getNetworks } from '../network/store.js'

import type { WalletRow } from '../wallets/walletList.js'
import { getListing } from '../wallets/walletListings.js'
import type { Widget } from '../widget.js'

/** A wallet for a site's own list. */
export type WalletItem = {
  readonly id: string
  readonly name: string
  readonly imageUrl?: string | undefined
  readonly imageId?: string | undefined
  /** Connectors in this page, one per chain family; empty for a wallet that needs pairing. */
  readonly connectors: readonly WalletItemConnector[]
  /** Links and supported chains. */
  readonly walletInfo: WalletItemInfo
  /** Available in this page: installed, or added by a connector of the site. */
  readonly isInjected: boolean
  /** Connected by pairing before. */
  readonly isRecent: boolean
  /** Connected, on at least one chain family. */
  readonly isConnected: boolean
}

export type WalletItemConnector = {
  readonly id: ConnectorId
  readonly rdns?: string | undefined
  readonly chain: Namespace
  readonly chainImageUrl?: string | undefined
}

/** Wallet data from the directory or the site. */
export type WalletItemInfo = {
  readonly supportedChains?: readonly string[] | undefined
  readonly supportedNamespaces?: readonly Namespace[] | undefined
  readonly website?: string | undefined
  readonly installationLinks?: {
    readonly appStore?: string | undefined
    readonly playStore?: string | undefined
    readonly chromeStore?: string | undefined
    readonly desktopLink?: string | undefined
  }
  readonly deepLink?: string | undefined
  readonly linkMode?: string | undefined
  readonly isCertified?: boolean | undefined
}

export function toWalletItem(widget: Widget, row: WalletRow): WalletItem {
  const listing = getListing(widget, row.id)
  const wallets = row.wallets ?? []
  return {
    id: row.id,
    name: row.name,
    imageUrl: row.image,
    imageId: listing?.image_id,
    connectors: wallets.map(({ id, rdns, namespace }) => ({
      id,
      rdns,
      chain: namespace,
      chainImageUrl: chainImage(widget, namespace),
    })),
    walletInfo: listing ? toWalletInfo(listing, row) : {},
    isInjected: wallets.length > 0,
    isRecent: row.group === 'recent',
    isConnected: row.badge === 'connected',
  }
}

function chainImage({ stores }: Widget, namespace: Namespace): string | undefined {
  const networks = getNetworks(stores.network.get(), namespace)
  return networks.find(({ imageUrl }) => imageUrl)?.imageUrl
}

/** Sites use these in links, so each one is checked again. */
function toWalletInfo(listing: WalletListing, row: WalletRow): WalletItemInfo {
  const { chains, homepage, mobile_link, link_mode } = listing
  const web = (link: string | undefined) => (isWebLink(link) ? link : undefined)
  return {
    supportedChains: chains,
    supportedNamespaces: chains && [...new Set(chains.filter(isNetworkId).map(namespaceOf))],
    website: web(homepage),
    installationLinks: {
      appStore: web(listing.app_store),
      playStore: web(listing.play_store),
      chromeStore: web(listing.chrome_store),
      desktopLink: web(listing.desktop_link),
    },
    deepLink: toWalletLink(mobile_link) && mobile_link,
    linkMode: web(link_mode),
    isCertified: row.isCertified,
  }
}
