import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useRef,
  useSyncExternalStore,
} from 'react'
import { getPageInstance, isServer } from '../../boot/instances.js'
import type { Latchkey } from '../../boot/latchkey.js'
import { NotCreatedError } from '../../core/runtime/errors/config.js'

/** The widget of `LatchkeyProvider`, for custom hooks. */
export const LatchkeyContext = createContext<Latchkey | undefined>(undefined)

/** Props of `LatchkeyProvider`. */
export type LatchkeyProviderProps = {
  /** The result of `createLatchkey`. */
  readonly latchkey: Latchkey
  readonly children?: ReactNode
}

/**
 * Sets the widget that hooks use. Needed on pages with several widgets and for server rendering;
 * without it, hooks use the page's widget.
 */
export function LatchkeyProvider({ latchkey, children }: LatchkeyProviderProps) {
  return <LatchkeyContext.Provider value={latchkey}>{children}</LatchkeyContext.Provider>
}

/** The widget of the provider, or the page's; undefined only on a server without a provider. */
export function useWidget(hook: string): Latchkey | undefined {
  const provided = useContext(LatchkeyContext)
  const onPage = useRef<Latchkey>(undefined)
  if (provided) return provided
  onPage.current ??= getPageInstance()?.latchkey
  if (!onPage.current && isServer()) return undefined
  if (!onPage.current) throw new NotCreatedError(hook)
  return onPage.current
}

/** Must be a stable reference: a new function subscribes again. */
export type Subscribe = (latchkey: Latchkey, notify: () => void) => () => void

/**
 * A value of the widget; the same object until it changes. The first render always returns
 * `initially`, so that it matches the server's HTML.
 */
export function useWidgetValue<value>(
  latchkey: Latchkey | undefined,
  subscribe: Subscribe,
  read: (latchkey: Latchkey) => value,
  initially: value,
): value {
  const last = useRef<{ readonly text: string | undefined; readonly value: value }>(undefined)
  const listen = useCallback(
    (notify: () => void) => (latchkey ? subscribe(latchkey, notify) : () => undefined),
    [latchkey, subscribe],
  )
  const snapshot = () => {
    if (!latchkey) return initially
    const value = read(latchkey)
    const text = JSON.stringify(value)
    if (!last.current || last.current.text !== text) last.current = { text, value }
    return last.current.value
  }
  return useSyncExternalStore(listen, snapshot, () => initially)
}
