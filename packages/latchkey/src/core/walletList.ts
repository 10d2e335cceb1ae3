import type { Namespace } from '@latchkey/wire/caip'
import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import type { Config } from './config/config.js'
import type { ConnectorGroup, Features } from './config/features.js'
import { connectorStatus, isInUse } from './connectionStatus.js'
import type { AnnouncedWallet, ConnectorId } from './family.js'
import type { Device } from './ports.js'
import type { ConnectionState } from './stores/connection.js'
import type { RegistryState } from './stores/registry.js'
import * as connectText from './text/connect.js'
import { isListingOf, isWebAddress, sameRdns } from './walletLinks.js'
import type { Widget } from './widget.js'

export type WalletBadge = 'installed' | 'recent' | 'connected' | 'qrCode'

/** One entry of the wallet list. */
export type WalletRow = {
  readonly id: string
  readonly testId: string
  readonly name: string
  readonly image?: string | undefined
  readonly badge?: WalletBadge | undefined
  readonly group: ConnectorGroup
  /** Why it cannot be chosen now. */
  readonly blocked?: 'paired' | undefined
} & (
  | { readonly opens: 'ConnectingExternal'; readonly connectorId: ConnectorId }
  | { readonly opens: 'ConnectingWalletConnect'; readonly walletId?: string | undefined }
)

/** Everything the list depends on; the same answers always give the same list. */
export type WalletListInput = {
  readonly config: Pick<
    Config,
    | 'walletsEnabled'
    | 'pairing'
    | 'customWallets'
    | 'featuredWalletIds'
    | 'excludeWalletIds'
    | 'includeWalletIds'
    | 'connectorImages'
    | 'allWallets'
  >
  readonly features: Pick<Features, 'connectorTypeOrder' | 'allWallets'>
  readonly device: Device
  readonly registry: RegistryState
  readonly connection: ConnectionState
  /** Only wallets of this chain family; all of them when undefined. */
  readonly namespace: Namespace | undefined
  readonly activeNamespace: Namespace
}

export function walletListInput({ config, ports, stores }: Widget): WalletListInput {
  return {
    config,
    features: stores.settings.get().features,
    device: ports.page.device,
    registry: stores.registry.get(),
    connection: stores.connection.get(),
    namespace: stores.modal.get().namespace,
    activeNamespace: stores.network.get().activeNamespace,
  }
}

/** Wallets recommended at most (specification §9). */
const suggestions = 4

/** The id of the entry that shows a code for any wallet. */
const pairingRowId = 'walletConnect'

/** The rows of the Connect view, in the order the site wants them, each wallet once. */
export function walletRows(input: WalletListInput): readonly WalletRow[] {
  if (!input.config.walletsEnabled) return []
  return input.features.connectorTypeOrder.flatMap((group) => rowsOf[group](input))
}

/** The wallets of the AllWallets view: installed ones first, then in the site's order. */
export function allWalletRows(input: WalletListInput): readonly WalletRow[] {
  const { config, features, device } = input
  if (!config.walletsEnabled || !config.pairing || !features.allWallets) return []
  if (config.allWallets === 'HIDE') return []
  if (config.allWallets === 'ONLY_MOBILE' && !device.isMobile) return []
  const rows = listedWallets(input)
    .filter((listing) => !device.isMobile || listing.mobile_link || listing.webapp_link)
    .map((listing) => listingRow(input, listing, 'custom'))
  return [
    ...rows.filter((row) => row.badge === 'installed'),
    ...rows.filter((row) => row.badge !== 'installed'),
  ]
}

/** Wallets to recommend to somebody who has none: those with a page to get them from. */
export function suggestedWallets(widget: Widget): readonly WalletListing[] {
  return listedWallets(walletListInput(widget))
    .filter(({ homepage }) => homepage && isWebAddress(homepage))
    .slice(0, suggestions)
}

/** What is known of a wallet the site or the visitor's past named. */
export function listingById(widget: Widget, id: string | undefined): WalletListing | undefined {
  const { config, stores } = widget
  return [...config.customWallets, ...stores.registry.get().recent].find(
    (listing) => listing.id === id,
  )
}

/** The wallet in the page that a listing stands for, if it is offered here. */
export function connectorForListing(
  widget: Widget,
  listing: WalletListing,
): AnnouncedWallet | undefined {
  return announcedWallets(walletListInput(widget)).find((wallet) => isListingOf(listing, wallet))
}

const rowsOf: { [group in ConnectorGroup]: (input: WalletListInput) => readonly WalletRow[] } = {
  // A phone cannot scan its own screen.
  walletConnect: (input) =>
    input.config.pairing && !input.device.isMobile ? [pairingRow(input)] : [],
  recent: (input) => recentListings(input).map((listing) => listingRow(input, listing, 'recent')),
  injected: (input) => announcedWallets(input).map((wallet) => announcedRow(input, wallet)),
  featured: (input) =>
    featuredListings(input).map((listing) => listingRow(input, listing, 'featured')),
  custom: (input) => {
    const featured = new Set(input.config.featuredWalletIds)
    return siteListings(input)
      .filter(({ id }) => !featured.has(id))
      .map((listing) => listingRow(input, listing, 'custom'))
  },
  external: () => [],
  recommended: () => [],
}

function pairingRow(input: WalletListInput): WalletRow {
  return {
    id: pairingRowId,
    testId: testIdOf(pairingRowId),
    name: connectText.connect.pairing,
    image: input.config.connectorImages[pairingRowId],
    badge: 'qrCode',
    group: 'walletConnect',
    blocked: isPaired(input) ? 'paired' : undefined,
    opens: 'ConnectingWalletConnect',
  }
}

function announcedRow(
  { config, connection, activeNamespace }: WalletListInput,
  wallet: AnnouncedWallet,
): WalletRow {
  const { id } = wallet
  const status = connectorStatus(connection, wallet, activeNamespace)
  return {
    id,
    testId: testIdOf(id),
    name: wallet.name,
    image: config.connectorImages[id] ?? wallet.icon,
    badge: isInUse(status) ? 'connected' : 'installed',
    group: 'injected',
    opens: 'ConnectingExternal',
    connectorId: id,
  }
}

function listingRow(
  input: WalletListInput,
  listing: WalletListing,
  group: ConnectorGroup,
): WalletRow {
  const installed = announcedWallets(input).find((wallet) => isListingOf(listing, wallet))
  const row = {
    id: listing.id,
    testId: testIdOf(listing.id),
    name: listing.name,
    image: input.config.connectorImages[listing.id] ?? listing.image_url,
    group,
  }
  if (installed) {
    return { ...row, badge: 'installed', opens: 'ConnectingExternal', connectorId: installed.id }
  }
  return {
    ...row,
    badge: group === 'recent' ? 'recent' : undefined,
    blocked: isPaired(input) ? 'paired' : undefined,
    opens: 'ConnectingWalletConnect',
    walletId: listing.id,
  }
}

/** Wallets in the page; the nameless injected one only while none announced itself. */
function announcedWallets(input: WalletListInput): readonly AnnouncedWallet[] {
  const { registry, namespace, activeNamespace, config } = input
  const excluded = [...config.customWallets, ...registry.recent].filter(({ id }) =>
    config.excludeWalletIds.includes(id),
  )
  const offered = registry.announced.filter(
    (wallet) =>
      (namespace === undefined || wallet.namespace === namespace) &&
      !config.excludeWalletIds.includes(wallet.id) &&
      !excluded.some((listing) => isListingOf(listing, wallet)),
  )
  const announced = offered.filter(({ type }) => type === 'ANNOUNCED')
  const injected = offered.filter(
    ({ type, namespace }) =>
      type === 'INJECTED' && !announced.some((wallet) => wallet.namespace === namespace),
  )
  // A wallet of several chain families gets one row: that of the family in use.
  const wallets = [...announced, ...injected]
  return wallets.filter((wallet) => {
    const same = wallets.filter((other) => keyOf(other) === keyOf(wallet))
    const shown = same.find((other) => other.namespace === activeNamespace) ?? same[0]
    // Two of one family that claim one name are both shown: nobody here can tell which is honest.
    return wallet.namespace === shown?.namespace
  })
}

function recentListings(input: WalletListInput): readonly WalletListing[] {
  const { config, registry, activeNamespace } = input
  if (!config.pairing) return []
  const announced = announcedWallets(input)
  return registry.recent.filter(
    (listing) =>
      !config.excludeWalletIds.includes(listing.id) &&
      !announced.some((wallet) => isListingOf(listing, wallet)) &&
      (!listing.chains?.length ||
        listing.chains.some((chain) => chain.startsWith(`${activeNamespace}:`))),
  )
}

/** The site's own wallets that have no other row. */
function siteListings(input: WalletListInput): readonly WalletListing[] {
  const { config, features } = input
  if (!config.pairing) return []
  const announced = announcedWallets(input)
  const recent = features.connectorTypeOrder.includes('recent') ? recentListings(input) : []
  return uniqueById<WalletListing>(config.customWallets).filter(
    (listing) =>
      isWanted(input, listing) &&
      !announced.some((wallet) => isListingOf(listing, wallet)) &&
      !recent.some(({ id, rdns }) => id === listing.id || sameRdns(rdns, listing.rdns)),
  )
}

function featuredListings(input: WalletListInput): readonly WalletListing[] {
  const listings = siteListings(input)
  return input.config.featuredWalletIds.flatMap(
    (id) => listings.find((listing) => listing.id === id) ?? [],
  )
}

/** Everything that can be listed: featured first, then the site's own, then recent ones. */
function listedWallets(input: WalletListInput): readonly WalletListing[] {
  const { config, registry } = input
  const known: WalletListing[] = [...config.customWallets, ...registry.recent]
  const featured = config.featuredWalletIds.flatMap(
    (id) => known.find((listing) => listing.id === id) ?? [],
  )
  return uniqueById([...featured, ...known]).filter((listing) => isWanted(input, listing))
}

/** `includeWalletIds` narrows the directory; wallets the site adds itself are always wanted. */
function isWanted({ config }: WalletListInput, listing: WalletListing): boolean {
  if (config.excludeWalletIds.includes(listing.id)) return false
  return (
    config.includeWalletIds === undefined ||
    config.includeWalletIds.includes(listing.id) ||
    config.customWallets.some(({ id }) => id === listing.id)
  )
}

function keyOf(wallet: AnnouncedWallet): string {
  return (wallet.rdns ?? wallet.id).toLowerCase()
}

function isPaired({ connection }: WalletListInput): boolean {
  return Object.values(connection).some(
    (current) => current.status === 'connected' && current.wallet.type === 'WALLET_CONNECT',
  )
}

function uniqueById<listing extends { readonly id: string }>(listings: readonly listing[]) {
  return listings.filter(
    (listing, index) => listings.findIndex(({ id }) => id === listing.id) === index,
  )
}

function testIdOf(id: string): string {
  return `wallet-selector-${id.toLowerCase()}`
}
