import { toWidgetError } from '../../runtime/errors/interface.js'
import { isWidgetError } from '../../runtime/errors/WidgetError.js'
import * as limits from '../../runtime/limits.js'
import { actionText } from '../../text/modal.js'
import type { Widget } from '../../widget.js'
import type { Toast } from '../store.js'

export type NotifyParameters = Omit<Toast, 'id'>

/** Shows a toast. If it replaces another, it waits a moment so that both are noticed. The newest stays. */
export async function notify(widget: Widget, toast: NotifyParameters): Promise<void> {
  const { notice } = widget.stores
  const { toast: shown, newestToast = 0 } = notice.get()
  const id = newestToast + 1
  notice.set({ toast: undefined, newestToast: id })
  if (shown) await widget.ports.clock.sleep(limits.toastReshowDelay)
  if (notice.get().newestToast !== id) return
  notice.set({ toast: { ...toast, id } })
}

/** Removes the toast; with a variant, only a toast of that variant. */
export function dismissToast(widget: Widget, variant?: Toast['variant']): void {
  const { notice } = widget.stores
  if (!variant || notice.get().toast?.variant === variant) notice.set({ toast: undefined })
}

/** Shows an error as a toast, unless the visitor cancelled. Errors from elsewhere get a general text. */
export function presentError(widget: Widget, error: unknown): void {
  if (isWidgetError(error, 'connection/modal-closed') || isAbort(error)) return
  const { message } = toWidgetError(error)
  if (!isWidgetError(error)) widget.ports.log.error(message, error)
  notify(widget, { variant: 'error', message })
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

export type CopyTextParameters = { readonly text: string; readonly done: string }

/** Copies a text to the clipboard and shows `done`, or an error, as a toast. */
export async function copyText(widget: Widget, { text, done }: CopyTextParameters): Promise<void> {
  try {
    await widget.ports.page.copyText(text)
  } catch (error) {
    widget.ports.log.warn(actionText.copyFailed, error)
    return notify(widget, { variant: 'error', message: actionText.copyFailed })
  }
  return notify(widget, { variant: 'success', message: done })
}

export function dismissAlert(widget: Widget): void {
  widget.stores.notice.set({ alert: undefined })
}
