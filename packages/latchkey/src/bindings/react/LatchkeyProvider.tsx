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

/** The widget `LatchkeyProvider` names, for hooks of your own. */
export const LatchkeyContext = createContext<Latchkey | undefined>(undefined)

/** What `LatchkeyProvider` takes. */
export type LatchkeyProviderProps = {
  /** What `createLatchkey` gave. */
  readonly latchkey: Latchkey
  readonly children?: ReactNode
}

/**
 * Says which widget the hooks below use. Needed when the page has several widgets or is rendered on
 * a server; without it hooks use the widget they find on the page.
 */
export function LatchkeyProvider({ latchkey, children }: LatchkeyProviderProps) {
  return <LatchkeyContext.Provider value={latchkey}>{children}</LatchkeyContext.Provider>
}

/** The provider's widget, else the page's; undefined only on a server that has neither. */
export function useWidget(hook: string): Latchkey | undefined {
  const provided = useContext(LatchkeyContext)
  const onPage = useRef<Latchkey>(undefined)
  if (provided) return provided
  onPage.current ??= getPageInstance()?.latchkey
  if (!onPage.current && isServer()) return undefined
  if (!onPage.current) throw new NotCreatedError(hook)
  return onPage.current
}

/** Kept by reference: a new function means a new subscription. */
export type Subscribe = (latchkey: Latchkey, notify: () => void) => () => void

/**
 * A fact of the widget that keeps its identity until it changes. The first render always gives
 * `initially`, so that what a server rendered matches.
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
