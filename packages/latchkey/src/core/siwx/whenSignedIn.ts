import type { Widget } from '../widget.js'
import { getSignInAccount } from './signInAccount.js'

/**
 * Runs a step that ends with a sign-in: at once on sites without one, otherwise when the active account
 * turns out to have a session. Dropped if it has none: the sign-in view takes over.
 */
export function whenSignedIn(widget: Widget, run: () => void): void {
  const { siwx } = widget.stores
  const account = getSignInAccount(widget)?.id
  if (!widget.siwx || !account) {
    run()
    return
  }

  /** Undefined while it is not known. */
  const isSignedIn = () => {
    const state = siwx.get()
    if (getSignInAccount(widget)?.id !== account) return false
    if (state.account !== account || state.status === 'checking') return undefined
    return state.status === 'signed'
  }
  const settle = () => {
    const isKnown = isSignedIn()
    if (isKnown) run()
    return isKnown !== undefined
  }
  if (settle()) return
  const stop = siwx.subscribe(() => {
    if (isSignedIn() === undefined) return
    stop()
    settle()
  })
}
