import type { ChainFamily } from '../../core/connection/family.js'
import type { Endpoints } from '../shared/nodes.js'
import { discover, loadConnecting } from './discover.js'

/** What `eip155` takes. */
export type Eip155Options = {
  /**
   * Asks the node now and then whether there are new transactions, and for the balance again when
   * there are (specification §4, §9). Off unless enabled; every 30 seconds unless told otherwise.
   */
  readonly pendingTransactionsFilter?:
    | { readonly enable: boolean; readonly pollingInterval?: number | undefined }
    | undefined
}

/** EVM chains. Only discovery is loaded with the page; the rest comes with the first connection. */
export function eip155(options?: Eip155Options): ChainFamily {
  const endpoints: Endpoints = new Map()
  return {
    namespace: 'eip155',
    discover,
    loadAdapter: async () => (await loadConnecting()).createAdapter(endpoints, options),
  }
}
