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

/** Wallets to recommend to somebody who has none: those with a page to get them from. */
export function getSuggestedWallets(widget: Widget): readonly WalletListing[] {
  return getListedWallets(getWalletListInput(widget))
    .filter(({ homepage }) => isWebLink(homepage))
    .slice(0, maxSuggestions)
}

/** The wallets of the site itself, without links that must not be opened. */
function customWalletsOf({
  customWallets,
}: Pick<Config, 'customWallets'>): readonly WalletListing[] {
  return customWallets.flatMap((wallet) => parseWalletListing(wallet) ?? [])
}

/** What is known of a wallet that the site, the visitor's past or the directory named. */
export function getListing(widget: Widget, id: string | undefined): WalletListing | undefined {
  const { config, stores } = widget
  const { recent, directory } = stores.registry.get()
  const known: readonly WalletListing[] = [...customWalletsOf(config), ...recent]
  return [...known, ...fromDirectory(directory), ...(directory?.found?.wallets ?? [])].find(
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
      (!listing.chains?.length ||
        listing.chains.some((chain) => chain.startsWith(`${activeNamespace}:`))),
  )
}

/** Of these, the ones that may be offered and have no row of another kind. */
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
  return featuredOf(input, withoutShown(input, namedWallets(input)))
}

export function getCustomListings(input: WalletListInput): readonly WalletListing[] {
  const { featuredWalletIds } = input.config
  return withoutShown(input, customWalletsOf(input.config)).filter(
    ({ id }) => !featuredWalletIds.includes(id),
  )
}

/** Everything that can be listed: featured first, then the site's own, recent ones, the directory. */
export function getListedWallets(input: WalletListInput): readonly WalletListing[] {
  const { directory, recent } = input.registry
  const known = [...namedWallets(input), ...recent, ...fromDirectory(directory)]
  return uniqueById([...featuredOf(input, known), ...known]).filter((listing) =>
    isListingAllowed(input, listing),
  )
}

/** Wallets the site named, by data of its own or by their ids. */
function namedWallets({ config, registry }: WalletListInput): readonly WalletListing[] {
  return [...customWalletsOf(config), ...(registry.directory?.featured ?? [])]
}

function fromDirectory(directory: RegistryState['directory']): readonly DirectoryWallet[] {
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
export function isListingAllowed({ config }: WalletListInput, listing: WalletListing): boolean {
  if (config.excludeWalletIds.includes(listing.id)) return false
  return (
    config.includeWalletIds === undefined ||
    config.includeWalletIds.includes(listing.id) ||
    config.customWallets.some(({ id }) => id === listing.id) ||
    config.featuredWalletIds.includes(listing.id)
  )
}

/** Whose apps open pages themselves (`dappLinks.ts`), by the first digits of their ids. */
const browsing = /^(a797aa|1ca0bd|d0ca99|2fafea)/

/** A phone reaches a wallet by a link; a computer also by a code. */
export function isSupportedOn(listing: WalletListing, device: Device): boolean {
  return (
    !device.isMobile ||
    Boolean(listing.mobile_link ?? listing.webapp_link) ||
    browsing.test(listing.id)
  )
}

function uniqueById(listings: readonly WalletListing[]): readonly WalletListing[] {
  const seen = new Set<string>()
  return listings.filter(({ id }) => !seen.has(id) && seen.add(id))
}
