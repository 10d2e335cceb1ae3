import type { Widget } from '../../widget.js'

export function dismissAlert(widget: Widget): void {
  widget.stores.notice.set({ alert: undefined })
}
