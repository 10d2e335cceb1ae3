import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { currentRoute } from '../router.js'
import { type Route, type ViewFacts, views } from '../views.js'
import { closeModal } from './closeModal.js'

/** Closes when the visitor asks to, unless they first have to leave an unsupported network. */
export function requestClose(widget: Widget): void {
  const state = widget.stores.router.get()
  const current = currentRoute(state)
  // Switching the network is how a visitor leaves such a view, so it inherits the rule.
  const routes = current.view === 'SwitchNetwork' ? state.history : [current]
  if (routes.some(isBlocking)) shake(widget)
  else closeModal(widget)
}

function isBlocking({ view }: Route): boolean {
  const { canClose }: ViewFacts = views[view]
  return canClose === false
}

/** Shakes the card once; a second call during the animation changes nothing. */
async function shake(widget: Widget): Promise<void> {
  const { modal } = widget.stores
  if (modal.get().isShaking) return
  modal.set({ isShaking: true })
  await widget.ports.clock.sleep(limits.shakeDuration)
  modal.set({ isShaking: false })
}
