import { getConnection, isAnyConnected } from '../../connection/store.js'
import { getActiveNetwork } from '../../network/store.js'
import { watch } from '../../runtime/createStore.js'
import { journalPrefix } from '../../runtime/ports.js'
import type { Widget } from '../../widget.js'

/** Listed again here, because `accountCache.ts` loads only with a connection. */
const caches = ['native_balance_cache', 'portfolio_cache', 'identity_cache', 'ens_cache'] as const

/** Public surface §6: removes account caches while nothing is connected. */
export function clearAccountCaches({
  ports: { storage },
  stores: { connection },
}: Widget): () => void {
  const clear = () => caches.forEach((cache) => void storage.remove(cache))
  if (storage.get('connection_status') !== 'connected') clear()
  return watch(connection, isAnyConnected, (isConnected) => isConnected || clear())
}

/** Loads the native balance when account or network change and when the modal opens. */
export function refreshBalance(widget: Widget): () => void {
  const { connection, network, modal } = widget.stores

  async function refresh() {
    const address = getConnection(widget)?.active.address
    const chain = getActiveNetwork(network.get())
    // Specification §5: balances only on supported chains, and not on test networks.
    if (address === undefined || !chain || chain.isTestnet || widget.config.basic) return
    const { loadBalance } = await import('../portfolio/loadBalance.js')
    await loadBalance(widget, { address, network: chain })
  }

  const stops = [
    watch(connection, () => getConnection(widget)?.active, refresh),
    watch(network, (state) => state.active[state.activeNamespace], refresh),
    watch(modal, ({ isOpen }) => isOpen, refresh),
  ]
  refresh()
  return () => {
    for (const stop of stops) stop()
  }
}

/** Opens the journal if an earlier page stored transactions; opening it watches the pending ones. */
export function watchTransactions(widget: Widget): () => void {
  const { log, storage } = widget.ports
  if (storage.keys(journalPrefix).length > 0) {
    import('../journal/createJournal.js').then(
      ({ getJournal }) => getJournal(widget),
      (error: unknown) => log.warn('Pending transactions are not watched', error),
    )
  }
  return () => undefined
}
