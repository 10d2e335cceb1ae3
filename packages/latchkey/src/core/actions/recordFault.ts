import { isWidgetError } from '../errors/WidgetError.js'
import type { Widget } from '../widget.js'

/** Tells subscribers of a provider that failed, by code alone; what was given up is no failure. */
export function recordFault(widget: Widget, error: unknown): void {
  if (!isWidgetError(error) || !error.code.startsWith('provider/')) return
  const event = error.code === 'provider/malformed' ? 'DATA_PARSING_ERROR' : 'API_ERROR'
  widget.ports.log.info?.(`${event} ${error.code}`)
  const { events } = widget.stores
  events.set({
    last: {
      timestamp: widget.ports.clock.now(),
      data: { type: 'error', event, properties: { code: error.code } },
    },
  })
}
