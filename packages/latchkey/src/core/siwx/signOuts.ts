import * as limits from '../runtime/limits.js'
import { getOrCreate, type Widget } from '../widget.js'

type SignOuts = {
  /** Sign-outs of disconnected wallets that have not finished. Never reject. */
  readonly pending: Set<Promise<void>>
  /** True while a wallet is disconnected because its session could not be read. */
  isPaused: boolean
}

export function signOutsOf(widget: Widget): SignOuts {
  return getOrCreate(widget, createSignOuts)
}

const createSignOuts = (): SignOuts => ({ pending: new Set(), isPaused: false })

/** Waits for pending sign-outs, but not longer than a disconnect may take. */
export async function waitForSignOuts(widget: Widget): Promise<void> {
  const { pending } = signOutsOf(widget)
  if (pending.size === 0) return
  const done = new AbortController()
  const limit = widget.ports.clock.sleep(limits.disconnectWait, done.signal).catch(() => undefined)
  await Promise.race([Promise.all(pending), limit])
  done.abort()
}
