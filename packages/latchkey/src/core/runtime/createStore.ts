/** State that can be read and watched. Views, bindings and sites get no more than this. */
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

/** Calls back when what `select` picks has changed. */
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
