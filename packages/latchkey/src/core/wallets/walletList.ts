import type { Namespace } from '@latchkey/wire/caip'
import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import type { ConnectorGroup } from '../config/features.js'
import type { ConnectorId } from '../connection/family.js'
import type { ConnectionState } from '../connection/store.js'
import { UnknownStatusError } from '../runtime/errors/connection.js'
import * as connectText from '../text/connect.js'
import {
  findByListing,
  getInstalledWallets,
  type InstalledWallet,
  type WalletListInput,
} from './installedWallets.js'
import {
  getCustomListings,
  getFeaturedListings,
  getListedWallets,
  getRecentListings,
  getRecommendedListings,
  isSupportedOn,
  maxSuggestions,
} from './walletListings.js'

export type WalletBadge = 'installed' | 'recent' | 'connected' | 'qrCode'

/** One entry of the wallet list. */
export type WalletRow = {
  readonly id: string
  readonly testId: string
  readonly name: string
  readonly image?: string | undefined
  readonly badge?: WalletBadge | undefined
  readonly group: ConnectorGroup
  readonly isCertified?: boolean | undefined
  /** Why the row is disabled. */
  readonly blocked?: 'paired' | undefined
  /** The installed wallet, if there is one. */
  readonly wallets?: InstalledWallet | undefined
  /** The listing to pair with; undefined for any wallet. */
  readonly walletId?: string | undefined
}

/** The id of the row that shows a QR code for any wallet. */
const pairingRowId = 'walletConnect'

/** The rows of the Connect view, in the site's order, each wallet once. */
export function getWalletRows(input: WalletListInput): readonly WalletRow[] {
  if (!input.config.walletsEnabled) return []
  return input.features.connectorTypeOrder.flatMap((group) => rowsOf[group](input))
}

/** The rows of the AllWallets view, installed wallets first. */
export function getAllWalletRows(input: WalletListInput): readonly WalletRow[] {
  const { device } = input
  if (!canListAll(input)) return []
  return installedFirst(
    toListingRows(
      input,
      getListedWallets(input).filter((listing) => isSupportedOn(listing, device)),
      'custom',
    ),
  )
}

/** The number of wallets in the AllWallets view; undefined until the directory has loaded. */
export function getAllWalletCount(input: WalletListInput): number | undefined {
  const { config, registry } = input
  const known = getAllWalletRows(input).length
  const { directory } = registry
  if (!directory) return canListAll(input) && config.providerUrl ? undefined : known
  if (!canListAll(input)) return 0
  const count = directory.count + directory.featured.length + config.customWallets.length
  return directory.isPending ? undefined : Math.max(known, count)
}

function canListAll(input: WalletListInput): boolean {
  return input.config.pairing && offersAllWallets(input)
}

/** Whether the site's options allow the list of all wallets on this device. */
export function offersAllWallets({ config, features, device }: WalletListInput): boolean {
  if (!config.walletsEnabled || !features.allWallets) return false
  return config.allWallets === 'SHOW' || (config.allWallets === 'ONLY_MOBILE' && device.isMobile)
}

export function installedFirst(rows: readonly WalletRow[]): readonly WalletRow[] {
  return [
    ...rows.filter((row) => row.badge === 'installed'),
    ...rows.filter((row) => row.badge !== 'installed'),
  ]
}

const rowsOf: { [group in ConnectorGroup]: (input: WalletListInput) => readonly WalletRow[] } = {
  // A phone cannot scan its own screen.
  walletConnect: (input) =>
    input.config.pairing && !input.device.isMobile ? [pairingRow(input)] : [],
  recent: (input) => toListingRows(input, getRecentListings(input), 'recent'),
  injected: (input) => announcedRows(input, 'injected'),
  featured: (input) => toListingRows(input, getFeaturedListings(input), 'featured'),
  custom: (input) => toListingRows(input, getCustomListings(input), 'custom'),
  external: (input) => announcedRows(input, 'external'),
  recommended: (input) => {
    const listings = getRecommendedListings(input)
    return toListingRows(input, listings.slice(0, getFreeRowCount(input)), 'recommended')
  },
}

/** Rows reserved until the directory has loaded, so that the list does not shift. */
export function getPendingRowCount(input: WalletListInput): number {
  const { config, features, registry } = input
  const { directory = { isPending: config.providerUrl } } = registry
  if (!directory?.isPending || !config.pairing || !config.walletsEnabled) return 0
  const { connectorTypeOrder: order } = features
  if (!order.includes('recommended')) return 0
  return Math.max(0, getFreeRowCount(input) - getRecommendedListings(input).length)
}

/** Fewer recommendations if other wallets are listed. */
function getFreeRowCount(input: WalletListInput): number {
  const shown = [getInstalledWallets, getFeaturedListings, getCustomListings].map(
    (list) => list(input).length,
  )
  return Math.max(0, maxSuggestions - shown.reduce((sum, count) => sum + count, 0))
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
  }
}

/** External: added by a connector of the site. All others are installed. */
function announcedRows(
  input: WalletListInput,
  group: 'injected' | 'external',
): readonly WalletRow[] {
  const { config, connection, activeNamespace } = input
  return getInstalledWallets(input).flatMap((wallets) => {
    const [{ id, name, icon }] = wallets
    const isExternal = wallets.every(({ type }) => type === 'EXTERNAL')
    if (isExternal !== (group === 'external')) return []
    const isConnected = wallets.some((wallet) =>
      isInUse(getConnectorStatus(connection, wallet, activeNamespace)),
    )
    const badge = isConnected ? 'connected' : isExternal ? undefined : 'installed'
    const image = config.connectorImages[id] ?? icon
    return { id, testId: testIdOf(id), name, image, badge, group, wallets }
  })
}

export function toListingRows(
  input: WalletListInput,
  listings: readonly WalletListing[],
  group: ConnectorGroup,
): readonly WalletRow[] {
  const announced = getInstalledWallets(input)
  const blocked = isPaired(input) ? 'paired' : undefined
  return listings.map((listing) => listingRow(input, listing, group, announced, blocked))
}

function listingRow(
  input: WalletListInput,
  listing: WalletListing,
  group: ConnectorGroup,
  announced: readonly InstalledWallet[],
  blocked: WalletRow['blocked'],
): WalletRow {
  const wallets = findByListing(listing, announced)
  const row = {
    isCertified: listing.badge_type === 'certified',
    id: listing.id,
    testId: testIdOf(listing.id),
    name: listing.name,
    image: input.config.connectorImages[listing.id] ?? listing.image_url,
    group,
  }
  if (wallets) return { ...row, badge: 'installed', wallets }
  return { ...row, badge: group === 'recent' ? 'recent' : undefined, blocked, walletId: listing.id }
}

/** Whether a paired wallet is connected. */
export function isPaired({ connection }: WalletListInput): boolean {
  return Object.values(connection).some(
    (current) =>
      current.status === 'connected' &&
      [current, ...(current.others ?? [])].some(({ wallet }) => wallet.type === 'WALLET_CONNECT'),
  )
}

function testIdOf(id: string): string {
  return `wallet-selector-${id.toLowerCase()}`
}

/** The status of a connector (specification §4); `active` means that requests go to it. */
export type ConnectorStatus = 'active' | 'connected' | 'disconnected'

export function getConnectorStatus(
  state: ConnectionState,
  { id, namespace }: { readonly id: ConnectorId; readonly namespace: Namespace },
  activeNamespace: Namespace,
): ConnectorStatus {
  const connection = state[namespace]
  if (connection?.status !== 'connected') return 'disconnected'
  if (connection.connectorId === id) return namespace === activeNamespace ? 'active' : 'connected'
  return connection.others?.some((one) => one.connectorId === id) ? 'connected' : 'disconnected'
}

/** Whether the connector is connected. Throws on an unknown status. */
export function isInUse(status: ConnectorStatus): boolean {
  switch (status) {
    case 'active':
    case 'connected':
      return true
    case 'disconnected':
      return false
    default:
      throw new UnknownStatusError(status)
  }
}
