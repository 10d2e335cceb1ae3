import { createStore, type Store } from '../runtime/createStore.js'

/** Something that happened, by the names of the public event catalogue. */
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
