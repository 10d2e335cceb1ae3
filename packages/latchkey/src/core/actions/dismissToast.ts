import type { Widget } from '../widget.js'

export function dismissToast(widget: Widget): void {
  widget.stores.notice.set({ toast: undefined })
}
