import { createContext, type ReactNode } from 'react'
import type { Latchkey } from '../../boot/latchkey.js'

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
