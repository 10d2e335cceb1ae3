import { isAnyConnected } from '../../connection/store.js'
import { watch } from '../../runtime/createStore.js'
import type { Widget } from '../../widget.js'

const caches = ['native_balance_cache', 'portfolio_cache', 'identity_cache', 'ens_cache'] as const

/** Public surface §6: without a connection nothing is kept of the accounts that were connected. */
export function dropCaches({ ports: { storage }, stores: { connection } }: Widget): () => void {
  const drop = () => caches.forEach((cache) => void storage.remove(cache))
  if (storage.get('connection_status') !== 'connected') drop()
  return watch(connection, isAnyConnected, (isConnected) => isConnected || drop())
}
