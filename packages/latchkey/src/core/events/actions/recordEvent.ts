import { createStore, type Store } from '../../runtime/createStore.js'
import type { Widget } from '../../widget.js'

export type RecordEventParameters = {
  readonly event: string
  readonly type?: 'track' | 'error' | undefined
  readonly properties?: Readonly<Record<string, unknown>> | undefined
}

/** Notifies subscribers. Nothing leaves the page. */
export function recordEvent(
  widget: Widget,
  { event, type = 'track', properties }: RecordEventParameters,
): void {
  const { code } = properties ?? {}
  widget.ports.log.info?.(code === undefined ? event : `${event} ${code}`)
  const timestamp = widget.ports.clock.now()
  widget.stores.events.set({ last: { timestamp, data: { type, event, properties } } })
}

/** An event, with a name from the public event catalogue. */
export type WidgetEvent = {
  readonly timestamp: number
  readonly data: {
    readonly type: 'track' | 'error'
    readonly event: string
    readonly properties?: Readonly<Record<string, unknown>> | undefined
  }
}

export type EventsState = { readonly last: WidgetEvent | undefined }

export function createEventsStore(): Store<EventsState> {
  return createStore<EventsState>({ last: undefined })
}
