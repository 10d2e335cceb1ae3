import { getConnection } from '../../connection/store.js'
import { getNetworkById } from '../../network/store.js'
import { watch } from '../../runtime/createStore.js'
import type { Widget } from '../../widget.js'
import { closeModal, goBack } from '../actions/navigation.js'
import { currentRoute } from '../store.js'
import { views } from '../views.js'

/** Leaves a view once its purpose is done: the network was switched, the wallet was connected or is gone. */
export function leaveFinishedViews(widget: Widget): () => void {
  const { connection, network, modal, router } = widget.stores

  const stopNetwork = watch(
    network,
    (state) => state.active[state.activeNamespace],
    (id, previous) => {
      const { view } = currentRoute(router.get())
      const arrived = getNetworkById(network.get(), id) !== undefined
      if (!arrived || !(modal.get().isOpen || widget.config.embedded)) return
      if (view === 'UnsupportedChain') closeModal(widget)
      else if (view === 'SwitchNetwork' && getNetworkById(network.get(), previous)) goBack(widget)
      if (currentRoute(router.get()).view === 'Networks' && view === 'SwitchNetwork') goBack(widget)
    },
  )

  let wasConnected = getConnection(widget) !== undefined
  // Switching to a chain family without a wallet is not a disconnect.
  const stopFamily = network.subscribe(() => {
    wasConnected = getConnection(widget) !== undefined
  })
  const stopConnection = connection.subscribe(() => {
    const isConnected = getConnection(widget) !== undefined
    if (isConnected === wasConnected) return
    wasConnected = isConnected
    const { view } = currentRoute(router.get())
    if (widget.config.embedded || (!isConnected && views[view].needsWallet !== false))
      closeModal(widget)
  })

  return () => {
    stopNetwork()
    stopFamily()
    stopConnection()
  }
}
