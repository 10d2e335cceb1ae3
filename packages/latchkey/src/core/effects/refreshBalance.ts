import { notify } from '../actions/notify.js'
import { watch } from '../createStore.js'
import { connectedIn } from '../selectors.js'
import { activeNetwork } from '../stores/network.js'
import { actionText } from '../text/actions.js'
import type { Widget } from '../widget.js'

/** Loads the native balance when account or network change and when the modal opens. */
export function refreshBalance(widget: Widget): () => void {
  const { connection, network, modal } = widget.stores

  async function refresh() {
    const address = connectedIn(widget)?.active.address
    const chain = activeNetwork(network.get())
    // Specification §5: balances only on supported chains, and not on test networks.
    if (address === undefined || !chain || chain.isTestnet || widget.config.basic) return
    // Pages without a connection do not load what reads balances.
    const { resourcesOf } = await import('../resources.js')
    const { balance } = resourcesOf(widget)
    const before = balance.get({ address, network: chain })
    const after = await balance.load({ address, network: chain })
    if (after.status === 'failed' && before.status !== 'failed' && modal.get().isOpen) {
      notify(widget, { variant: 'error', message: actionText.balanceUnavailable })
    }
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
