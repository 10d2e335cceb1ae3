import type { Widget } from '../../widget.js'
import type { Toast } from '../notice.js'

/** Takes the toast away; with a variant only one of that kind. */
export function dismissToast(widget: Widget, variant?: Toast['variant']): void {
  const { notice } = widget.stores
  if (!variant || notice.get().toast?.variant === variant) notice.set({ toast: undefined })
}
