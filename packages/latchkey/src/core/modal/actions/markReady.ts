import type { Widget } from '../../widget.js'

/** Earlier connections are restored, or known to be gone. */
export function markReady(widget: Widget): void {
  widget.stores.settings.set({ isReady: true })
}
