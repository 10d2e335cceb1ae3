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

/** A phone's in-app browser announces this wallet under its own name. */
const sameWallet: Readonly<Record<string, string>> = { 'io.metamask.mobile': 'io.metamask' }

export function isSameRdns(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return (sameWallet[one] ?? one) === (sameWallet[other] ?? other)
}

/** Whether two chain families found the same wallet; names count where ids are missing. */
function isSameWallet(one: AnnouncedWallet, other: AnnouncedWallet): boolean {
  return one.rdns && other.rdns
    ? isSameRdns(one.rdns, other.rdns)
    : plainestName(one) === plainestName(other)
}

/** One wallet drops a word of its name on some chains (public surface §8.4). */
function plainestName({ name }: AnnouncedWallet): string {
  return name.toLowerCase().replace(/^trust wallet$/, 'trust')
}

/** Whether a wallet in the page is the one a listing speaks of; names count where ids are missing. */
export function matchesListing(listing: WalletListing, wallet: AnnouncedWallet): boolean {
  if (listing.id === wallet.id || isSameRdns(listing.rdns, wallet.rdns)) return true
  if (listing.rdns && wallet.rdns) return false
  return listing.name.toLowerCase() === wallet.name.toLowerCase()
}

/** One wallet as each of its chain families found it, that of the family in use first. */
export type InstalledWallet = readonly [AnnouncedWallet, ...AnnouncedWallet[]]

/** Wallets that can be asked right here; the nameless injected one only while none announced itself. */
export function getInstalledWallets(input: WalletListInput): readonly InstalledWallet[] {
  const { registry, namespace, activeNamespace, config } = input
  const known: readonly WalletListing[] = [
    ...config.customWallets,
    ...registry.recent,
    ...(registry.directory?.excluded ?? []),
  ]
  const excluded = known.filter(({ id }) => config.excludeWalletIds.includes(id))
  const isExcluded = (wallet: AnnouncedWallet) =>
    config.excludeWalletIds.includes(wallet.id) ||
    excluded.some((listing) => matchesListing(listing, wallet))
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
  return [...offered, ...injected.map((wallet): InstalledWallet => [wallet])]
}

/** Of these, the one that a listing speaks of. */
export function findByListing(
  listing: WalletListing,
  offered: readonly InstalledWallet[],
): InstalledWallet | undefined {
  return offered.find((wallets) => wallets.some((wallet) => matchesListing(listing, wallet)))
}

/** The wallet in the page that a listing stands for, if it is offered here. */
export function findWalletForListing(
  widget: Widget,
  listing: WalletListing,
): InstalledWallet | undefined {
  return findByListing(listing, getInstalledWallets(getWalletListInput(widget)))
}

/** Where choosing a wallet in the page leads: straight to it, or to the choice of its families. */
export function routeForWallet([
  { id: connectorId, namespace },
  ...others
]: InstalledWallet): Route {
  const view = others[0] ? 'ConnectingMultiChain' : 'ConnectingExternal'
  return { view, params: { connectorId, namespace } }
}

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
