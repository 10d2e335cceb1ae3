import type { Widget } from '../../widget.js'
import { currentRoute } from '../router.js'
import { closeModal } from './closeModal.js'
import { shake } from './shake.js'

/** Closes when the visitor asks to, unless they first have to leave an unsupported network. */
export function requestClose(widget: Widget): void {
  const state = widget.stores.router.get()
  const { view } = currentRoute(state)
  const isHeld =
    view === 'UnsupportedChain' ||
    (view === 'SwitchNetwork' && state.history.some((route) => route.view === 'UnsupportedChain'))
  if (isHeld) shake(widget)
  else closeModal(widget)
}
