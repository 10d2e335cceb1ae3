import { connectedIn } from '../../connection/selectors.js'
import { navigate } from '../../modal/actions/navigate.js'
import { openModal } from '../../modal/actions/openModal.js'
import type { Widget } from '../../widget.js'
import { isUnsupported } from '../store.js'

/** A wallet on a network the site does not work with is asked to leave it, where the site wants so. */
export function openUnsupportedChain(widget: Widget): () => void {
  const { network, connection, modal } = widget.stores
  const { networkSwitch, allowUnsupportedChain, basic } = widget.config
  if (!networkSwitch || allowUnsupportedChain || basic) return () => undefined

  let wasStranded = false
  function check() {
    const isStranded = connectedIn(widget) !== undefined && isUnsupported(network.get())
    if (isStranded && !wasStranded) {
      if (modal.get().isOpen || widget.config.embedded) {
        navigate(widget, { view: 'UnsupportedChain', params: undefined, how: 'reset' })
      } else {
        openModal(widget, { route: { view: 'UnsupportedChain', params: undefined } })
      }
    }
    wasStranded = isStranded
  }

  const stops = [network.subscribe(check), connection.subscribe(check)]
  check()
  return () => {
    for (const stop of stops) stop()
  }
}
