import type { Namespace } from '@latchkey/wire/caip'
import type { DirectoryWallet } from '@latchkey/wire/http/wallets'
import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import type { Config } from './config/config.js'
import type { ConnectorGroup, Features } from './config/features.js'
import { connectorStatus, isInUse } from './connectionStatus.js'
import type { AnnouncedWallet } from './family.js'
import type { Device } from './ports.js'
import type { ConnectionState } from './stores/connection.js'
import type { Directory, RegistryState } from './stores/registry.js'
import * as connectText from './text/connect.js'
import type { Route } from './views.js'
import { isListingOf, isSameWallet, isWebAddress, sameRdns } from './walletLinks.js'
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
  readonly isCertified?: boolean | undefined
  /** Why it cannot be chosen now. */
  readonly blocked?: 'paired' | undefined
  /** Where it can be asked right here. */
  readonly wallets?: OfferedWallet | undefined
  /** Where it is paired with: its listing, or undefined for any wallet. */
  readonly walletId?: string | undefined
}

/** One wallet as each of its chain families found it, that of the family in use first. */
export type OfferedWallet = readonly [AnnouncedWallet, ...AnnouncedWallet[]]

/** Everything the list depends on; the same answers always give the same list. */
export type WalletListInput = {
  readonly config: Pick<
    Config,
    | 'walletsEnabled'
    | 'pairing'
    | 'providerUrl'
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
  const { device } = input
  if (!canListAll(input)) return []
  return installedFirst(
    listingRows(
      input,
      listedWallets(input).filter((listing) => isReachable(listing, device)),
      'custom',
    ),
  )
}

/** How many the AllWallets view has to show; undefined while only the directory knows. */
export function allWalletCount(input: WalletListInput): number | undefined {
  const { config, registry } = input
  const known = allWalletRows(input).length
  const { directory } = registry
  if (!directory) return canListAll(input) && config.providerUrl ? undefined : known
  if (!canListAll(input)) return 0
  const count = directory.count + directory.featured.length + config.customWallets.length
  return directory.isPending ? undefined : Math.max(known, count)
}

/** The answers of a search in the directory, as rows. */
export function foundRows(input: WalletListInput): readonly WalletRow[] {
  const found = input.registry.directory?.found?.wallets ?? []
  return installedFirst(
    listingRows(
      input,
      found.filter((one) => isWanted(input, one)),
      'custom',
    ),
  )
}

/** Whose apps open pages themselves (`dappLinks.ts`), by the first digits of their ids. */
const browsing = /^(a797aa|1ca0bd|d0ca99|2fafea)/

/** A phone reaches a wallet by a link; a computer also by a code. */
export function isReachable(listing: WalletListing, device: Device): boolean {
  return (
    !device.isMobile ||
    Boolean(listing.mobile_link ?? listing.webapp_link) ||
    browsing.test(listing.id)
  )
}

function canListAll({ config, features, device }: WalletListInput): boolean {
  if (!config.walletsEnabled || !config.pairing || !features.allWallets) return false
  return config.allWallets === 'SHOW' || (config.allWallets === 'ONLY_MOBILE' && device.isMobile)
}

function installedFirst(rows: readonly WalletRow[]): readonly WalletRow[] {
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

/** What is known of a wallet that the site, the visitor's past or the directory named. */
export function listingById(widget: Widget, id: string | undefined): WalletListing | undefined {
  const { config, stores } = widget
  const { recent, directory } = stores.registry.get()
  const known: readonly WalletListing[] = [...config.customWallets, ...recent]
  return [...known, ...fromDirectory(directory), ...(directory?.found?.wallets ?? [])].find(
    (listing) => listing.id === id,
  )
}

/** The wallet in the page that a listing stands for, if it is offered here. */
export function connectorForListing(
  widget: Widget,
  listing: WalletListing,
): OfferedWallet | undefined {
  return standsFor(listing, offeredWallets(walletListInput(widget)))
}

/** Where choosing a wallet in the page leads: straight to it, or to the choice of its families. */
export function wayTo([{ id: connectorId, namespace }, ...others]: OfferedWallet): Route {
  const view = others[0] ? 'ConnectingMultiChain' : 'ConnectingExternal'
  return { view, params: { connectorId, namespace } }
}

const rowsOf: { [group in ConnectorGroup]: (input: WalletListInput) => readonly WalletRow[] } = {
  // A phone cannot scan its own screen.
  walletConnect: (input) =>
    input.config.pairing && !input.device.isMobile ? [pairingRow(input)] : [],
  recent: (input) => listingRows(input, recentListings(input), 'recent'),
  injected: (input) => announcedRows(input, 'injected'),
  featured: (input) => listingRows(input, featuredListings(input), 'featured'),
  custom: (input) => listingRows(input, customListings(input), 'custom'),
  external: (input) => announcedRows(input, 'external'),
  recommended: (input) => {
    const { directory } = input.registry
    const listings = unshown(input, directory?.recommended ?? [])
    return listingRows(input, listings.slice(0, freePlaces(input)), 'recommended')
  },
}

/** Rows to come: kept free while the directory is asked, so that nothing moves under a finger. */
export function pendingRows(input: WalletListInput): number {
  const { config, features, registry } = input
  if (!registry.directory?.isPending || !config.pairing || !config.walletsEnabled) return 0
  const { connectorTypeOrder: order } = features
  return order.includes('recommended') ? freePlaces(input) : 0
}

/** Who has wallets to choose from needs fewer recommendations. */
function freePlaces(input: WalletListInput): number {
  const shown = [offeredWallets, featuredListings, customListings].map((list) => list(input).length)
  return Math.max(0, suggestions - shown.reduce((sum, count) => sum + count, 0))
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

/** Only what a connector of the site brings is external; what is in the page stands with the installed. */
function announcedRows(
  input: WalletListInput,
  group: 'injected' | 'external',
): readonly WalletRow[] {
  const { config, connection, activeNamespace } = input
  return offeredWallets(input).flatMap((wallets) => {
    const [{ id, name, icon }] = wallets
    const isExternal = wallets.every(({ type }) => type === 'EXTERNAL')
    if (isExternal !== (group === 'external')) return []
    const isConnected = wallets.some((wallet) =>
      isInUse(connectorStatus(connection, wallet, activeNamespace)),
    )
    const badge = isConnected ? 'connected' : isExternal ? undefined : 'installed'
    const image = config.connectorImages[id] ?? icon
    return { id, testId: testIdOf(id), name, image, badge, group, wallets }
  })
}

function listingRows(
  input: WalletListInput,
  listings: readonly WalletListing[],
  group: ConnectorGroup,
): readonly WalletRow[] {
  const announced = offeredWallets(input)
  const blocked = isPaired(input) ? 'paired' : undefined
  return listings.map((listing) => listingRow(input, listing, group, announced, blocked))
}

function listingRow(
  input: WalletListInput,
  listing: WalletListing & Pick<DirectoryWallet, 'badge_type'>,
  group: ConnectorGroup,
  announced: readonly OfferedWallet[],
  blocked: WalletRow['blocked'],
): WalletRow {
  const wallets = standsFor(listing, announced)
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

/** Wallets that can be asked right here; the nameless injected one only while none announced itself. */
export function offeredWallets(input: WalletListInput): readonly OfferedWallet[] {
  const { registry, namespace, activeNamespace, config } = input
  const known: readonly WalletListing[] = [
    ...config.customWallets,
    ...registry.recent,
    ...(registry.directory?.excluded ?? []),
  ]
  const excluded = known.filter(({ id }) => config.excludeWalletIds.includes(id))
  const isExcluded = (wallet: AnnouncedWallet) =>
    config.excludeWalletIds.includes(wallet.id) ||
    excluded.some((listing) => isListingOf(listing, wallet))
  const of = (wanted: AnnouncedWallet['type']) =>
    registry.announced.filter(
      (wallet) =>
        wallet.type === wanted && (namespace === undefined || wallet.namespace === namespace),
    )

  const merged: [AnnouncedWallet, ...AnnouncedWallet[]][] = []
  for (const wallet of [...of('ANNOUNCED'), ...of('EXTERNAL')]) {
    const isHere = (other: AnnouncedWallet) => other.namespace === wallet.namespace
    const group = merged.find((others) =>
      others.every((other) => !isHere(other) && isSameWallet(other, wallet)),
    )
    if (group) group[wallet.namespace === activeNamespace ? 'unshift' : 'push'](wallet)
    // Two of one family that claim one name are both shown: nobody here can tell which is honest.
    // What the site brings itself is had from the installed one.
    else if (
      wallet.type === 'ANNOUNCED' ||
      !merged.flat().some((other) => isHere(other) && isSameWallet(other, wallet))
    )
      merged.push([wallet])
  }
  const offered = merged.filter((wallets) => !wallets.some(isExcluded))
  const announced = offered.flat().filter(({ type }) => type === 'ANNOUNCED')
  const injected = of('INJECTED').filter(
    (wallet) =>
      !isExcluded(wallet) && !announced.some((other) => other.namespace === wallet.namespace),
  )
  return [...offered, ...injected.map((wallet): OfferedWallet => [wallet])]
}

function standsFor(
  listing: WalletListing,
  offered: readonly OfferedWallet[],
): OfferedWallet | undefined {
  return offered.find((wallets) => wallets.some((wallet) => isListingOf(listing, wallet)))
}

function recentListings(input: WalletListInput): readonly WalletListing[] {
  const { config, registry, activeNamespace } = input
  if (!config.pairing) return []
  const announced = offeredWallets(input)
  return registry.recent.filter(
    (listing) =>
      !config.excludeWalletIds.includes(listing.id) &&
      !standsFor(listing, announced) &&
      (!listing.chains?.length ||
        listing.chains.some((chain) => chain.startsWith(`${activeNamespace}:`))),
  )
}

/** Of these, the ones that may be offered and have no row of another kind. */
function unshown(
  input: WalletListInput,
  listings: readonly WalletListing[],
): readonly WalletListing[] {
  if (!input.config.pairing) return []
  const announced = offeredWallets(input)
  const hasRecent = input.features.connectorTypeOrder.includes('recent')
  const recent = hasRecent ? recentListings(input) : []
  return uniqueById(listings).filter(
    (listing) =>
      isWanted(input, listing) &&
      !standsFor(listing, announced) &&
      !recent.some(({ id, rdns }) => id === listing.id || sameRdns(rdns, listing.rdns)),
  )
}

function featuredListings(input: WalletListInput): readonly WalletListing[] {
  return featuredOf(input, unshown(input, namedWallets(input)))
}

function customListings(input: WalletListInput): readonly WalletListing[] {
  const { customWallets, featuredWalletIds } = input.config
  return unshown(input, customWallets).filter(({ id }) => !featuredWalletIds.includes(id))
}

/** Everything that can be listed: featured first, then the site's own, recent ones, the directory. */
function listedWallets(input: WalletListInput): readonly WalletListing[] {
  const { directory, recent } = input.registry
  const known = [...namedWallets(input), ...recent, ...fromDirectory(directory)]
  return uniqueById([...featuredOf(input, known), ...known]).filter((listing) =>
    isWanted(input, listing),
  )
}

/** Wallets the site named, by data of its own or by their ids. */
function namedWallets({ config, registry }: WalletListInput): readonly WalletListing[] {
  return [...config.customWallets, ...(registry.directory?.featured ?? [])]
}

function fromDirectory(directory: Directory | undefined): readonly DirectoryWallet[] {
  return directory ? [...directory.featured, ...directory.recommended, ...directory.listed] : []
}

function featuredOf(
  { config }: WalletListInput,
  listings: readonly WalletListing[],
): readonly WalletListing[] {
  return config.featuredWalletIds.flatMap(
    (id) => listings.find((listing) => listing.id === id) ?? [],
  )
}

/** `includeWalletIds` narrows the directory; wallets the site adds itself are always wanted. */
function isWanted({ config }: WalletListInput, listing: WalletListing): boolean {
  if (config.excludeWalletIds.includes(listing.id)) return false
  return (
    config.includeWalletIds === undefined ||
    config.includeWalletIds.includes(listing.id) ||
    config.customWallets.some(({ id }) => id === listing.id) ||
    config.featuredWalletIds.includes(listing.id)
  )
}

function isPaired({ connection }: WalletListInput): boolean {
  return Object.values(connection).some(
    (current) =>
      current.status === 'connected' &&
      [current, ...(current.others ?? [])].some(({ wallet }) => wallet.type === 'WALLET_CONNECT'),
  )
}

function uniqueById(listings: readonly WalletListing[]): readonly WalletListing[] {
  const seen = new Set<string>()
  return listings.filter(({ id }) => !seen.has(id) && seen.add(id))
}

function testIdOf(id: string): string {
  return `wallet-selector-${id.toLowerCase()}`
}
