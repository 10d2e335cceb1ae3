import type { ChainFamily } from '../../core/connection/family.js'
import { lazyImport } from '../shared/lazyImport.js'
import { discover } from './discover.js'

/** Bitcoin. Only discovery is loaded with the page; the rest is loaded with the first connection. */
export function bip122(): ChainFamily {
  return {
    namespace: 'bip122',
    discover,
    loadAdapter: async () => (await lazyImport(import('./adapter.js'))).createAdapter(),
  }
}
