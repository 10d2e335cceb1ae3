import type { DirectoryWallet } from '@latchkey/wire/http/wallets'
import { isWebLink } from '@latchkey/wire/links'
import { parseWalletListing, type WalletListing } from '@latchkey/wire/registry/walletListing'
import type { Config } from '../config/options.js'
import type { Device } from '../runtime/ports.js'
import type { Widget } from '../widget.js'
import {
  findByListing,
  getInstalledWallets,
  getWalletListInput,
  isSameRdns,
  type WalletListInput,
} from './installedWallets.js'
import type { RegistryState } from './store.js'

/** Wallets recommended at most (specification §9). */
export const maxSuggestions = 4

/** Wallets for visitors without one: those with a homepage. */
export function getSuggestedWallets(widget: Widget): readonly WalletListing[] {
  return getListedWallets(getWalletListInput(widget))
    .filter(({ homepage }) => isWebLink(homepage))
    .slice(0, maxSuggestions)
}

/** The custom wallets of the site, without unsafe links. */
function getCustomWallets({
  customWallets,
}: Pick<Config, 'customWallets'>): readonly WalletListing[] {
  return customWallets.flatMap((wallet) => parseWalletListing(wallet) ?? [])
}

/** Finds a listing among the site's, recent and directory wallets. */
export function getListing(widget: Widget, id: string | undefined): WalletListing | undefined {
  const { config, stores } = widget
  const { wallets, recent, directory } = stores.registry.get()
  const known: readonly WalletListing[] = [...getCustomWallets(config), ...wallets, ...recent]
  return [...known, ...getDirectoryWallets(directory), ...(directory?.found?.wallets ?? [])].find(
    (listing) => listing.id === id,
  )
}

export function getRecentListings(input: WalletListInput): readonly WalletListing[] {
  const { config, registry, activeNamespace } = input
  if (!config.pairing) return []
  const announced = getInstalledWallets(input)
  return registry.recent.filter(
    (listing) =>
      !config.excludeWalletIds.includes(listing.id) &&
      !findByListing(listing, announced) &&
      supportsNetwork(listing, (id) => id.startsWith(`${activeNamespace}:`)),
  )
}

/** Removes wallets that are not allowed or already have a row. */
export function withoutShown(
  input: WalletListInput,
  listings: readonly WalletListing[],
): readonly WalletListing[] {
  if (!input.config.pairing) return []
  const announced = getInstalledWallets(input)
  const hasRecent = input.features.connectorTypeOrder.includes('recent')
  const recent = hasRecent ? getRecentListings(input) : []
  return uniqueById(listings).filter(
    (listing) =>
      isListingAllowed(input, listing) &&
      !findByListing(listing, announced) &&
      !recent.some(({ id, rdns }) => id === listing.id || isSameRdns(rdns, listing.rdns)),
  )
}

export function getFeaturedListings(input: WalletListInput): readonly WalletListing[] {
  return pickFeatured(input, withoutShown(input, getSiteWallets(input)))
}

export function getCustomListings(input: WalletListInput): readonly WalletListing[] {
  const { featuredWalletIds } = input.config
  return withoutShown(input, getCustomWallets(input.config)).filter(
    ({ id }) => !featuredWalletIds.includes(id),
  )
}

/** The wallets to recommend, best first: the site's `wallets`, then those of the directory. */
export function getRecommendedListings(input: WalletListInput): readonly WalletListing[] {
  const shown = [...getFeaturedListings(input), ...getCustomListings(input)].map(({ id }) => id)
  const listed = getListedBySite(input).filter((listing) => isSupportedOn(listing, input.device))
  const recommended = input.registry.directory?.recommended ?? []
  return withoutShown(input, [...listed, ...recommended]).filter(({ id }) => !shown.includes(id))
}

/** All allowed wallets: featured, custom, the site's `wallets`, recent, then the directory. */
export function getListedWallets(input: WalletListInput): readonly WalletListing[] {
  const { directory, recent } = input.registry
  const known = [...getSiteWallets(input), ...recent, ...getDirectoryWallets(directory)]
  return uniqueById([...pickFeatured(input, known), ...known]).filter((listing) =>
    isListingAllowed(input, listing),
  )
}

/** Everything the site names: custom wallets, its `wallets` and featured ones. */
function getSiteWallets(input: WalletListInput): readonly WalletListing[] {
  const featured = input.registry.directory?.featured ?? []
  return [...getCustomWallets(input.config), ...getListedBySite(input), ...featured]
}

/** The site's `wallets` for the requested chain family. */
function getListedBySite({ registry, namespace }: WalletListInput): readonly WalletListing[] {
  const { wallets } = registry
  if (namespace === undefined) return wallets
  return wallets.filter((listing) =>
    supportsNetwork(listing, (id) => id.startsWith(`${namespace}:`)),
  )
}

/** Whether a listing supports one of these networks. One that names no networks supports any. */
export function supportsNetwork(
  { chains }: WalletListing,
  isOffered: (id: string) => boolean,
): boolean {
  return !chains?.length || chains.some(isOffered)
}

function getDirectoryWallets(directory: RegistryState['directory']): readonly DirectoryWallet[] {
  return directory ? [...directory.featured, ...directory.recommended, ...directory.listed] : []
}

function pickFeatured(
  { config }: WalletListInput,
  listings: readonly WalletListing[],
): readonly WalletListing[] {
  return config.featuredWalletIds.flatMap(
    (id) => listings.find((listing) => listing.id === id) ?? [],
  )
}

/** `includeWalletIds` limits the directory, not the custom and featured wallets. */
export function isListingAllowed({ config }: WalletListInput, listing: WalletListing): boolean {
  if (config.excludeWalletIds.includes(listing.id)) return false
  return (
    config.includeWalletIds === undefined ||
    config.includeWalletIds.includes(listing.id) ||
    config.customWallets.some(({ id }) => id === listing.id) ||
    config.featuredWalletIds.includes(listing.id)
  )
}

/** Start of the ids of wallets with an in-app browser (`walletLinks.ts`). */
const browserWalletIds = /^(a797aa|1ca0bd|d0ca99|2fafea)/

/** A phone needs a link to the wallet; on a computer the visitor can scan a code. */
export function isSupportedOn(listing: WalletListing, device: Device): boolean {
  return (
    !device.isMobile ||
    Boolean(listing.mobile_link ?? listing.webapp_link) ||
    browserWalletIds.test(listing.id)
  )
}

function uniqueById(listings: readonly WalletListing[]): readonly WalletListing[] {
  const seen = new Set<string>()
  return listings.filter(({ id }) => !seen.has(id) && seen.add(id))
}
