import type { Namespace } from '@latchkey/wire/caip'
import type { DirectoryWallet } from '@latchkey/wire/http/wallets'
import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import type { AnnouncedWallet, ConnectorId } from '../connection/family.js'
import { createStore, type Store } from '../runtime/createStore.js'

/** The loaded part of the provider's directory. */
export type Directory = {
  /** The requested chains. */
  readonly chains: string
  /** The featured wallets, in the site's order. */
  readonly featured: readonly DirectoryWallet[]
  readonly recommended: readonly DirectoryWallet[]
  /** Excluded wallets, to recognise them among the installed ones. */
  readonly excluded: readonly DirectoryWallet[]
  /** The loaded pages. */
  readonly listed: readonly DirectoryWallet[]
  /** Undefined after the last page. */
  readonly nextPage: number | undefined
  /** The number of wallets, without featured ones. */
  readonly count: number
  readonly found: WalletSearchResult | undefined
  /** Featured and recommended wallets are loading. */
  readonly isPending: boolean
}

export type WalletSearchResult = {
  readonly search: string
  readonly certified: boolean
  /** The loaded pages. */
  readonly wallets: readonly DirectoryWallet[]
  /** The number of matches on all pages. */
  readonly count: number
  /** Undefined after the last page. */
  readonly nextPage: number | undefined
}

/** The wallets to list. */
export type RegistryState = {
  /** Announced wallets, oldest first, at most `maxAnnouncedWallets`. */
  readonly announced: readonly AnnouncedWallet[]
  /** The site's `wallets` that support one of its networks. */
  readonly wallets: readonly WalletListing[]
  /** Recently used, newest first, at most `limits.recentWallets`. */
  readonly recent: readonly WalletListing[]
  /** Undefined until the first request; null without a provider. */
  readonly directory?: Directory | null | undefined
}

export function createRegistryStore(): Store<RegistryState> {
  return createStore<RegistryState>({ announced: [], wallets: [], recent: [] })
}

/** Finds an announced wallet, in any namespace if none is given. */
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
