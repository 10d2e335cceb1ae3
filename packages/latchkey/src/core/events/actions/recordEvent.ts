import type { Widget } from '../../widget.js'

export type RecordEventParameters = {
  readonly event: string
  readonly type?: 'track' | 'error' | undefined
  readonly properties?: Readonly<Record<string, unknown>> | undefined
}

/** Tells subscribers what happened. Nothing leaves the page. */
export function recordEvent(
  widget: Widget,
  { event, type = 'track', properties }: RecordEventParameters,
): void {
  const { code } = properties ?? {}
  widget.ports.log.info?.(code === undefined ? event : `${event} ${code}`)
  const timestamp = widget.ports.clock.now()
  widget.stores.events.set({ last: { timestamp, data: { type, event, properties } } })
}
