import type { Widget } from '../widget.js'
import type { ReadableStore } from './createStore.js'

/** A site's listener that cannot harm the widget: what it throws is logged. */
export function isolate<value>(
  { ports }: Widget,
  listener: (value: value) => void,
): (value: value) => void {
  return (value) => {
    try {
      listener(value)
    } catch (error) {
      ports.log.error('A listener of the site failed', error)
    }
  }
}

/** Calls a site's listener with what `read` gives: at once, and whenever a change of a store makes it another. */
export function subscribeSite<value>(
  widget: Widget,
  stores: readonly object[],
  read: () => value,
  listener: (value: value) => void,
): () => void {
  const tell = isolate(widget, listener)
  let last: string | undefined | null = null
  function check() {
    const value = read()
    const next = JSON.stringify(value)
    if (next === last) return
    last = next
    tell(value)
  }
  const stops = (stores as readonly ReadableStore<unknown>[]).map((store) => store.subscribe(check))
  check()
  return () => {
    for (const stop of stops) stop()
  }
}
