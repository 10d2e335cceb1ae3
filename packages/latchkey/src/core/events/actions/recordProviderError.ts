import { isWidgetError } from '../../runtime/errors/WidgetError.js'
import type { Widget } from '../../widget.js'
import { recordEvent } from './recordEvent.js'

/** Records a failed provider call by its code; cancelled calls are not failures. */
export function recordProviderError(widget: Widget, error: unknown): void {
  if (!isWidgetError(error) || !error.code.startsWith('provider/')) return
  const event = error.code === 'provider/malformed' ? 'DATA_PARSING_ERROR' : 'API_ERROR'
  recordEvent(widget, { event, type: 'error', properties: { code: error.code } })
}
