import { isAnyConnected } from '../../connection/store.js'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { endAttempt } from '../../runtime/attempt.js'
import type { Widget } from '../../widget.js'
import { dismissToast } from './dismissToast.js'
import { navigate } from './navigate.js'

/** Closes without asking; in embedded mode goes back to the first view instead. */
export function closeModal(widget: Widget): void {
  const { modal, connection, pairing } = widget.stores
  const connected = isAnyConnected(connection.get())
  for (const name of [...widget.attempts.keys()]) endAttempt(widget, name)
  pairing.set({ phase: 'idle', uri: undefined, expiresAt: undefined, error: undefined })
  dismissToast(widget)
  if (widget.config.embedded) {
    navigate(widget, { view: connected ? 'Account' : 'Connect', params: undefined, how: 'reset' })
    return
  }
  if (!modal.get().isOpen) return
  modal.set({ isOpen: false, namespace: undefined })
  recordEvent(widget, { event: 'MODAL_CLOSE', properties: { connected } })
}
