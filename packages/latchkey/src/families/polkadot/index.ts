import type { ChainFamily } from '../../core/connection/family.js'
import { lazyImport } from '../shared/lazyImport.js'
import { discover } from './discover.js'

/** Options of `polkadot`. */
export type PolkadotOptions = {
  /**
   * SS58 prefixes of networks the widget does not know, by network id. Without one, addresses use the
   * generic prefix 42.
   */
  readonly ss58Prefixes?: Readonly<Record<string, number>> | undefined
}

/** Polkadot and related networks: connect and sign. Only discovery is loaded with the page. */
export function polkadot(options?: PolkadotOptions): ChainFamily {
  return {
    namespace: 'polkadot',
    discover,
    loadAdapter: async () => (await lazyImport(import('./adapter.js'))).createAdapter(options),
  }
}
