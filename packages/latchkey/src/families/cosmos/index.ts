import type { ChainFamily } from '../../core/connection/family.js'
import { lazyImport } from '../shared/lazyImport.js'
import { createDiscovery } from './discover.js'

/** Options of `cosmos`. */
export type CosmosOptions = {
  /**
   * More wallets with a Keplr-style object in the page. `path` is where to find it from `window`, such
   * as `okxwallet.keplr`: the objects do not contain a name.
   */
  readonly wallets?: readonly KeplrStyleWallet[] | undefined
  /**
   * Address prefixes of networks the widget does not know, by network id, such as
   * `{ 'cosmos:injective-1': 'inj' }`. Without one, any prefix is accepted.
   */
  readonly addressPrefixes?: Readonly<Record<string, string>> | undefined
}

/** A wallet with a Keplr-style object in the page. */
export type KeplrStyleWallet = {
  readonly name: string
  readonly path: string
  readonly icon?: string | undefined
  /** The event on `window` when another account is selected. Defaults to Keplr's. */
  readonly changeEvent?: string | undefined
}

/** Cosmos chains: connect and sign. Only discovery is loaded with the page. */
export function cosmos(options?: CosmosOptions): ChainFamily {
  return {
    namespace: 'cosmos',
    discover: createDiscovery(options?.wallets),
    loadAdapter: async () => (await lazyImport(import('./adapter.js'))).createAdapter(options),
  }
}
