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
