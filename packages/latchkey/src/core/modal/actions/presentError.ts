import * as errorText from '../../runtime/errors/catalogue/interface.js'
import { isWidgetError } from '../../runtime/errors/WidgetError.js'
import type { Widget } from '../../widget.js'
import { notify } from './notify.js'

/** Tells the visitor what went wrong, in our words. What they gave up themselves needs no telling. */
export function presentError(widget: Widget, error: unknown): void {
  if (isWidgetError(error, 'connection/modal-closed') || isAbort(error)) return
  if (!isWidgetError(error)) widget.ports.log.error(errorText.unexpected, error)
  const message = isWidgetError(error) ? error.message : errorText.unexpected
  notify(widget, { variant: 'error', message })
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
