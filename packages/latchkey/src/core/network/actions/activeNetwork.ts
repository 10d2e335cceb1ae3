import type { Namespace } from '@latchkey/wire/caip'
import { getConnection } from '../../connection/store.js'
import { navigate, openModal } from '../../modal/actions/navigation.js'
import { AdapterNotFoundError } from '../../runtime/errors/network.js'
import type { Widget } from '../../widget.js'
import { getNetworks, isUnsupportedNetwork } from '../store.js'

export type SetNamespaceParameters = { readonly namespace: Namespace }

/** Makes a namespace the active one, on its last network. */
export function setNamespace(widget: Widget, { namespace }: SetNamespaceParameters): void {
  const { network } = widget.stores
  const state = network.get()
  if (state.activeNamespace === namespace) return
  const id = state.active[namespace] ?? getNetworks(state, namespace)[0]?.id
  if (id === undefined) throw new AdapterNotFoundError(namespace)
  network.set({ activeNamespace: namespace, active: { ...state.active, [namespace]: id } })
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
        navigate(widget, { view: 'UnsupportedChain', params: undefined, how: 'reset' })
      } else {
        openModal(widget, { route: { view: 'UnsupportedChain', params: undefined } })
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
