import { useRef, useSyncExternalStore } from 'react'
import type { ReadableStore } from '../../core/runtime/createStore.js'
import type { Stores, Widget } from '../../core/widget.js'
import { useWidget } from './context.js'

/** Selects from a store; returns the same object while its members are equal. */
export function useStore<state, selected>(
  store: ReadableStore<state>,
  select: (state: state) => selected,
): selected {
  return useSnapshot([store], () => select(store.get()))
}

/** A value computed from several stores; `compute` must read only these. */
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
  const kept = useRef<Snapshot<value>>(undefined)
  if (!kept.current || !sameMembers(kept.current.stores, stores)) {
    kept.current = {
      stores,
      subscribe(notify) {
        const stops = stores.map((store) => store.subscribe(notify))
        return () => {
          for (const stop of stops) stop()
        }
      },
    }
  }
  const snapshot = kept.current

  const read = () => {
    const value = compute()
    if (!snapshot.latest || !sameMembers(snapshot.latest.value, value)) snapshot.latest = { value }
    return snapshot.latest.value
  }
  return useSyncExternalStore(snapshot.subscribe, read, read)
}

type Snapshot<value> = {
  readonly stores: readonly unknown[]
  /** Stable for the same stores, so that React does not subscribe again. */
  readonly subscribe: (notify: () => void) => () => void
  latest?: { readonly value: value }
}

/** Shallow equality, so that selectors may return new arrays and objects. */
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
