import type { Widget } from '../../widget.js'

/** Marks the end of restoring earlier connections. */
export function markReady(widget: Widget): void {
  widget.stores.settings.set({ isReady: true })
}
