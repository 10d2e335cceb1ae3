import type { ChainFamily } from '../../core/connection/family.js'
import type { Endpoints } from '../shared/nodes.js'
import { discover, loadAdapterChunk } from './discover.js'

/** Options of `eip155`. */
export type Eip155Options = {
  /**
   * Polls the node for new transactions and refreshes the balance when there are any (specification §4,
   * §9). Off by default; every 30 seconds unless `pollingInterval` is set.
   */
  readonly pendingTransactionsFilter?:
    | { readonly enable: boolean; readonly pollingInterval?: number | undefined }
    | undefined
}

/** EVM chains. The page loads only discovery; the rest is loaded with the first connection. */
export function eip155(options?: Eip155Options): ChainFamily {
  const endpoints: Endpoints = new Map()
  return {
    namespace: 'eip155',
    discover,
    loadAdapter: async () => (await loadAdapterChunk()).createAdapter(endpoints, options),
  }
}
