import { connectedIn } from '../../connection/store.js'
import { activeNetwork } from '../../network/store.js'
import { watch } from '../../runtime/createStore.js'
import type { Widget } from '../../widget.js'

/** Loads the native balance when account or network change and when the modal opens. */
export function refreshBalance(widget: Widget): () => void {
  const { connection, network, modal } = widget.stores

  async function refresh() {
    const address = connectedIn(widget)?.active.address
    const chain = activeNetwork(network.get())
    // Specification §5: balances only on supported chains, and not on test networks.
    if (address === undefined || !chain || chain.isTestnet || widget.config.basic) return
    // Pages without a connection do not load what reads balances.
    const { readBalance } = await import('../portfolio/readBalance.js')
    await readBalance(widget, { address, network: chain })
  }

  const stops = [
    watch(connection, () => connectedIn(widget)?.active, refresh),
    watch(network, (state) => state.active[state.activeNamespace], refresh),
    watch(modal, ({ isOpen }) => isOpen, refresh),
  ]
  refresh()
  return () => {
    for (const stop of stops) stop()
  }
}
