import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import type { Toast } from '../notice.js'

export type NotifyParameters = Omit<Toast, 'id'>

/** Shows a toast; one that replaces another comes after a short pause, so that both are noticed. */
export async function notify(widget: Widget, toast: NotifyParameters): Promise<void> {
  const { notice } = widget.stores
  const shown = notice.get().toast
  const id = (shown?.id ?? 0) + 1
  if (shown) {
    notice.set({ toast: undefined })
    await widget.ports.clock.sleep(limits.toastReshowDelay)
  }
  notice.set({ toast: { ...toast, id } })
}
