import { toWidgetError } from '../../runtime/errors/interface.js'
import { isWidgetError } from '../../runtime/errors/WidgetError.js'
import type { Widget } from '../../widget.js'
import { notify } from './notify.js'

/** Tells the visitor what went wrong, in our words. What they gave up themselves needs no telling. */
export function presentError(widget: Widget, error: unknown): void {
  if (isWidgetError(error, 'connection/modal-closed') || isAbort(error)) return
  const { message } = toWidgetError(error)
  if (!isWidgetError(error)) widget.ports.log.error(message, error)
  notify(widget, { variant: 'error', message })
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
