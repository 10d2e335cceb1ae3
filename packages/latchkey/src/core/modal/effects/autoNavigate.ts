import type { NetworkId } from '@latchkey/wire/caip'
import { getConnection } from '../../connection/store.js'
import { getNetworkById, isUnsupportedNetwork } from '../../network/store.js'
import { watch } from '../../runtime/createStore.js'
import { whenSignedIn } from '../../siwx/whenSignedIn.js'
import type { Widget } from '../../widget.js'
import { closeModal, goBack, navigate, openModal } from '../actions/navigation.js'
import { currentRoute } from '../store.js'
import { getViewFacts } from '../views.js'

/** Leaves a view once its purpose is done: the network was switched, the wallet was connected or is gone. */
export function leaveFinishedViews(widget: Widget): () => void {
  const { connection, network, modal, router } = widget.stores

  const stopNetwork = watch(
    network,
    (state) => state.active[state.activeNamespace],
    (id, previous) => {
      if (getNetworkById(network.get(), id)) whenSignedIn(widget, () => leaveSwitching(previous))
    },
  )

  function leaveSwitching(previous: NetworkId | undefined) {
    const { view } = currentRoute(router.get())
    if (!modal.get().isOpen && !widget.config.embedded) return
    if (view === 'UnsupportedChain') closeModal(widget)
    else if (view === 'SwitchNetwork' && getNetworkById(network.get(), previous)) goBack(widget)
    if (currentRoute(router.get()).view === 'Networks' && view === 'SwitchNetwork') goBack(widget)
  }

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
    if (!isConnected && (widget.config.embedded || getViewFacts(view).needsWallet !== false))
      closeModal(widget)
    else if (widget.config.embedded) whenSignedIn(widget, () => closeModal(widget))
  })

  return () => {
    stopNetwork()
    stopFamily()
    stopConnection()
  }
}

/** Shows the view for unsupported networks when the wallet is on one, unless the site allows it. */
export function openUnsupportedChain(widget: Widget): () => void {
  const { network, connection, modal } = widget.stores
  const { networkSwitch, allowUnsupportedChain, basic } = widget.config
  if (!networkSwitch || allowUnsupportedChain || basic) return () => undefined

  let wasUnsupported = false
  function check() {
    const isUnsupported = getConnection(widget) !== undefined && isUnsupportedNetwork(network.get())
    if (isUnsupported && !wasUnsupported) {
      if (modal.get().isOpen || widget.config.embedded) {
        navigate(widget, { view: 'UnsupportedChain', how: 'reset' })
      } else {
        openModal(widget, { route: { view: 'UnsupportedChain' } })
      }
    }
    wasUnsupported = isUnsupported
  }

  const stops = [network.subscribe(check), connection.subscribe(check)]
  check()
  return () => {
    for (const stop of stops) stop()
  }
}
