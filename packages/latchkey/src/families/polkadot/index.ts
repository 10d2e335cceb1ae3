import type { ChainFamily } from '../../core/connection/family.js'
import { lazyImport } from '../shared/lazyImport.js'
import { discover } from './discover.js'

/** What `polkadot` takes. */
export type PolkadotOptions = {
  /**
   * SS58 prefixes of networks the widget does not know, by network id. Addresses of a network without
   * one are written with 42, the prefix that stands for any network.
   */
  readonly ss58Prefixes?: Readonly<Record<string, number>> | undefined
}

/** Polkadot and its relatives: connect and sign. Only discovery is loaded with the page. */
export function polkadot(options?: PolkadotOptions): ChainFamily {
  return {
    namespace: 'polkadot',
    discover,
    loadAdapter: async () => (await lazyImport(import('./adapter.js'))).createAdapter(options),
  }
}
