import type { ChainFamily } from '../../core/family.js'
import { discover } from './discover.js'
import { loadPart } from './loadPart.js'

/** EVM chains. Only discovery is loaded with the page; the rest comes with the first connection. */
export function eip155(): ChainFamily {
  return {
    namespace: 'eip155',
    discover,
    loadAdapter: () => loadPart(import('./adapter.js')),
  }
}
