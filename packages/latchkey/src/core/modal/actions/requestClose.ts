import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { currentRoute } from '../router.js'
import { closeModal } from './closeModal.js'

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

/** Shakes the card once; a second call meanwhile changes nothing. */
async function shake(widget: Widget): Promise<void> {
  const { modal } = widget.stores
  if (modal.get().isShaking) return
  modal.set({ isShaking: true })
  await widget.ports.clock.sleep(limits.shakeDuration)
  modal.set({ isShaking: false })
}
