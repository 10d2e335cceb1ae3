import type { Widget } from '../widget.js'

export type RecordEventParameters = {
  readonly event: string
  readonly properties?: Readonly<Record<string, unknown>> | undefined
}

/** Tells subscribers what happened. Nothing leaves the page. */
export function recordEvent(widget: Widget, { event, properties }: RecordEventParameters): void {
  widget.ports.log.info?.(event)
  const timestamp = widget.ports.clock.now()
  widget.stores.events.set({ last: { timestamp, data: { type: 'track', event, properties } } })
}
