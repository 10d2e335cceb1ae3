import type { Widget } from '../widget.js'

/** The read-only side of a store, for views, bindings and sites. */
export type ReadableStore<state> = {
  get(): state
  subscribe(listener: (state: state, previous: state) => void): () => void
}

export type Store<state> = ReadableStore<state> & {
  set(change: Partial<state> | ((state: state) => Partial<state>)): void
}

export function createStore<state extends object>(initial: state): Store<state> {
  let current = initial
  const listeners = new Set<(state: state, previous: state) => void>()

  return {
    get: () => current,
    set(change) {
      const changes = typeof change === 'function' ? change(current) : change
      const keys = Object.keys(changes) as (keyof state)[]
      if (keys.every((key) => Object.is(current[key], changes[key]))) return
      const previous = current
      current = { ...current, ...changes }
      for (const listener of [...listeners])
        if (listeners.has(listener)) listener(current, previous)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Calls back when the selected value changes. */
export function watch<state, selected>(
  store: ReadableStore<state>,
  select: (state: state) => selected,
  listener: (selected: selected, previous: selected) => void,
): () => void {
  let last = select(store.get())
  return store.subscribe((state) => {
    const next = select(state)
    if (Object.is(next, last)) return
    const previous = last
    last = next
    listener(next, previous)
  })
}

/** Logs what a site's listener throws. */
export function isolateListener<value>(
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

/** Calls a site's listener with the current value, and again when a store change makes it differ. */
export function subscribeSiteListener<value>(
  widget: Widget,
  stores: readonly object[],
  read: () => value,
  listener: (value: value) => void,
): () => void {
  const notify = isolateListener(widget, listener)
  let last: string | undefined | null = null
  function check() {
    const value = read()
    const next = JSON.stringify(value)
    if (next === last) return
    last = next
    notify(value)
  }
  const stops = (stores as readonly ReadableStore<unknown>[]).map((store) => store.subscribe(check))
  check()
  return () => {
    for (const stop of stops) stop()
  }
}
