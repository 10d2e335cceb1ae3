import type { Namespace } from '@latchkey/wire/caip'
import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import type { Features } from '../config/features.js'
import type { Config } from '../config/options.js'
import type { AnnouncedWallet } from '../connection/family.js'
import type { ConnectionState } from '../connection/store.js'
import type { Route } from '../modal/views.js'
import type { Device } from '../runtime/ports.js'
import type { Widget } from '../widget.js'
import type { RegistryState } from './store.js'

/** Everything the wallet list depends on, so that the list is a pure function. */
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
  /** Only wallets of this namespace; all wallets if undefined. */
  readonly namespace: Namespace | undefined
  readonly activeNamespace: Namespace
}

export function getWalletListInput({ config, ports, stores }: Widget): WalletListInput {
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

/** The announcements of one wallet, one per namespace, the active namespace first. */
export type InstalledWallet = readonly [AnnouncedWallet, ...AnnouncedWallet[]]

/** Wallets this page can connect directly. An injected wallet counts only if none is announced. */
export function getInstalledWallets(input: WalletListInput): readonly InstalledWallet[] {
  const { registry, namespace, activeNamespace, config } = input
  const known: readonly WalletListing[] = [
    ...config.customWallets,
    ...registry.wallets,
    ...registry.recent,
    ...(registry.directory?.excluded ?? []),
  ]
  const excluded = known.filter(({ id }) => config.excludeWalletIds.includes(id))
  const isExcluded = (wallet: AnnouncedWallet) =>
    config.excludeWalletIds.includes(wallet.id) ||
    excluded.some((listing) => matchesListing(listing, wallet))
  const ofType = (type: AnnouncedWallet['type']) =>
    registry.announced.filter(
      (wallet) =>
        wallet.type === type && (namespace === undefined || wallet.namespace === namespace),
    )

  const merged: [AnnouncedWallet, ...AnnouncedWallet[]][] = []
  for (const wallet of [...ofType('ANNOUNCED'), ...ofType('EXTERNAL')]) {
    const isSameNamespace = (other: AnnouncedWallet) => other.namespace === wallet.namespace
    const group = merged.find((others) =>
      others.every((other) => !isSameNamespace(other) && isSameWallet(other, wallet)),
    )
    if (group) group[wallet.namespace === activeNamespace ? 'unshift' : 'push'](wallet)
    // Show both wallets that claim one name in a namespace: either could be fake.
    // Prefer the installed wallet to the site's own connector for it.
    else if (
      wallet.type === 'ANNOUNCED' ||
      !merged.flat().some((other) => isSameNamespace(other) && isSameWallet(other, wallet))
    )
      merged.push([wallet])
  }
  const wallets = merged.filter((group) => !group.some(isExcluded))
  const announced = wallets.flat().filter(({ type }) => type === 'ANNOUNCED')
  const injected = ofType('INJECTED').filter(
    (wallet) =>
      !isExcluded(wallet) && !announced.some((other) => other.namespace === wallet.namespace),
  )
  return [...wallets, ...injected.map((wallet): InstalledWallet => [wallet])]
}

/** Finds the wallet of a listing. */
export function findByListing(
  listing: WalletListing,
  installed: readonly InstalledWallet[],
): InstalledWallet | undefined {
  return installed.find((wallets) => wallets.some((wallet) => matchesListing(listing, wallet)))
}

/** The installed wallet of a listing. */
export function findWalletForListing(
  widget: Widget,
  listing: WalletListing,
): InstalledWallet | undefined {
  return findByListing(listing, getInstalledWallets(getWalletListInput(widget)))
}

/** The view that connects an installed wallet, or lets the visitor choose its namespace. */
export function routeForWallet([
  { id: connectorId, namespace },
  ...others
]: InstalledWallet): Route {
  const view = others[0] ? 'ConnectingMultiChain' : 'ConnectingExternal'
  return { view, params: { connectorId, namespace } }
}

/** MetaMask's in-app browser announces another rdns. */
const rdnsAliases: Readonly<Record<string, string>> = { 'io.metamask.mobile': 'io.metamask' }

export function isSameRdns(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return (rdnsAliases[one] ?? one) === (rdnsAliases[other] ?? other)
}

/** Whether two announcements belong to one wallet. Compares names if an rdns is missing. */
function isSameWallet(one: AnnouncedWallet, other: AnnouncedWallet): boolean {
  return one.rdns && other.rdns
    ? isSameRdns(one.rdns, other.rdns)
    : normalizeName(one) === normalizeName(other)
}

/** Trust Wallet announces a shorter name on some chains (public surface §8.4). */
function normalizeName({ name }: AnnouncedWallet): string {
  return name.toLowerCase().replace(/^trust wallet$/, 'trust')
}

/** Whether a listing describes this wallet. Compares names if an rdns is missing. */
export function matchesListing(listing: WalletListing, wallet: AnnouncedWallet): boolean {
  if (listing.id === wallet.id || isSameRdns(listing.rdns, wallet.rdns)) return true
  if (listing.rdns && wallet.rdns) return false
  return listing.name.toLowerCase() === wallet.name.toLowerCase()
}
