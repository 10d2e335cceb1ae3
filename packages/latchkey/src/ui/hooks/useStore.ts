import { useRef, useSyncExternalStore } from 'react'
import type { ReadableStore } from '../../core/createStore.js'
import type { Stores, Widget } from '../../core/widget.js'
import { useWidget } from './context.js'

/** What `select` picks from a store; the same object as long as its members are the same. */
export function useStore<state, selected>(
  store: ReadableStore<state>,
  select: (state: state) => selected,
): selected {
  return useSnapshot([store], () => select(store.get()))
}

/** A fact that several stores decide together; `compute` may read no others. */
export function useStores<value>(
  names: readonly (keyof Stores)[],
  compute: (widget: Widget) => value,
): value {
  const widget = useWidget()
  return useSnapshot(
    names.map((name) => widget.stores[name] as ReadableStore<unknown>),
    () => compute(widget),
  )
}

function useSnapshot<value>(
  stores: readonly ReadableStore<never>[] | readonly ReadableStore<unknown>[],
  compute: () => value,
): value {
  const latest = useRef<{ readonly value: value } | undefined>(undefined)
  const watched = useRef(stores)
  if (!sameMembers(watched.current, stores)) watched.current = stores
  const current = watched.current

  const subscribeTo = useRef<{
    stores: typeof current
    subscribe: (notify: () => void) => () => void
  }>(undefined)
  if (subscribeTo.current?.stores !== current) {
    subscribeTo.current = {
      stores: current,
      subscribe(notify) {
        const stops = current.map((store) => store.subscribe(notify))
        return () => {
          for (const stop of stops) stop()
        }
      },
    }
  }

  const read = () => {
    const value = compute()
    if (!latest.current || !sameMembers(latest.current.value, value)) latest.current = { value }
    return latest.current.value
  }
  return useSyncExternalStore(subscribeTo.current.subscribe, read, read)
}

/** Equal one level down, so that selectors may build arrays and plain objects. */
function sameMembers(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true
  if (!isPlain(left) || !isPlain(right) || Array.isArray(left) !== Array.isArray(right))
    return false
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && Object.is(left[key], right[key]))
  )
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype
}
