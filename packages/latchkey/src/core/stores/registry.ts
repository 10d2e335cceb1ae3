import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import { createStore, type Store } from '../createStore.js'
import type { AnnouncedWallet } from '../family.js'

/** The wallets that can be offered. */
export type RegistryState = {
  /** Found in the page, in order of arrival, at most `limits.announcedWallets`. */
  readonly announced: readonly AnnouncedWallet[]
  /** Used before, newest first, at most `limits.recentWallets`. */
  readonly recent: readonly WalletListing[]
}

export function createRegistryStore(recent: readonly WalletListing[]): Store<RegistryState> {
  return createStore<RegistryState>({ announced: [], recent })
}
