import type { ChainFamily } from '../../core/connection/family.js'
import { lazyImport } from '../shared/lazyImport.js'
import { createDiscovery } from './discover.js'

/** What `cosmos` takes. */
export type CosmosOptions = {
  /**
   * Further wallets with an object like Keplr's in the page. Such objects bear no name, so each is looked
   * for where it is known to be: `path` leads there from `window`, as in `okxwallet.keplr`.
   */
  readonly wallets?: readonly KeplrStyleWallet[] | undefined
  /**
   * How addresses begin on networks the widget does not know, by network id, as in
   * `{ 'cosmos:injective-1': 'inj' }`. Where nothing is known, any beginning is accepted.
   */
  readonly addressPrefixes?: Readonly<Record<string, string>> | undefined
}

/** A wallet whose object in the page is shaped like Keplr's. */
export type KeplrStyleWallet = {
  readonly name: string
  readonly path: string
  readonly icon?: string | undefined
  /** What the wallet fires at `window` when another account is selected; Keplr's own by default. */
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
