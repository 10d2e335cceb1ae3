import type { Namespace } from '@latchkey/wire/caip'
import type { DirectoryWallet } from '@latchkey/wire/http/wallets'
import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import type { AnnouncedWallet, ConnectorId } from '../connection/family.js'
import { createStore, type Store } from '../runtime/createStore.js'

/** What the provider's directory has told so far. */
export type Directory = {
  /** The chains it was asked for. */
  readonly chains: string
  /** The site's choice, in the site's order. */
  readonly featured: readonly DirectoryWallet[]
  readonly recommended: readonly DirectoryWallet[]
  /** What the site excludes, so that the same wallet is known again in the page. */
  readonly excluded: readonly DirectoryWallet[]
  /** The pages read so far, in order. */
  readonly listed: readonly DirectoryWallet[]
  /** Undefined once everything is listed. */
  readonly nextPage: number | undefined
  /** How many there are, featured ones aside. */
  readonly count: number
  readonly found: WalletSearchResult | undefined
  /** Featured and recommended ones are on their way. */
  readonly isPending: boolean
}

export type WalletSearchResult = {
  readonly search: string
  readonly certified: boolean
  /** The pages read so far, in order. */
  readonly wallets: readonly DirectoryWallet[]
  /** How many there are in all. */
  readonly count: number
  /** Undefined once all are here. */
  readonly nextPage: number | undefined
}

/** The wallets that can be offered. */
export type RegistryState = {
  /** Found in the page, in order of arrival, at most `maxAnnouncedWallets`. */
  readonly announced: readonly AnnouncedWallet[]
  /** Used before, newest first, at most `limits.recentWallets`. */
  readonly recent: readonly WalletListing[]
  /** Undefined until a provider was asked; null where it cannot be. */
  readonly directory?: Directory | null | undefined
}

export function createRegistryStore(): Store<RegistryState> {
  return createStore<RegistryState>({ announced: [], recent: [] })
}

/** The wallet with that id, of one chain family or of the first it was found with. */
export function findAnnouncedWallet(
  { announced }: RegistryState,
  connectorId: ConnectorId,
  namespace?: Namespace,
): AnnouncedWallet | undefined {
  return announced.find(
    (wallet) =>
      wallet.id === connectorId && (namespace === undefined || wallet.namespace === namespace),
  )
}
