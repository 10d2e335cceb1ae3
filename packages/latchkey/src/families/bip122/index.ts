import type { ChainFamily } from '../../core/connection/family.js'
import { loadPart } from '../loadPart.js'
import { discover } from './discover.js'

/** Bitcoin. Only discovery is loaded with the page; the rest comes with the first connection. */
export function bip122(): ChainFamily {
  return {
    namespace: 'bip122',
    discover,
    loadAdapter: async () => (await loadPart(import('./adapter.js'))).createAdapter(),
  }
}
