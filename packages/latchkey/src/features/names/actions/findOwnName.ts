import { lookUpNames } from '../../../core/account/identity/lookUpIdentity.js'
import { NameError } from '../../../core/runtime/errors/names.js'
import type { Widget } from '../../../core/widget.js'
import { namesOf } from '../store.js'

export type FindOwnNameParameters = { readonly address: string; readonly signal: AbortSignal }

/** Finds out whether the account has a name already, of this or the earlier ending. */
export async function findOwnName(
  widget: Widget,
  { address, signal }: FindOwnNameParameters,
): Promise<void> {
  const names = namesOf(widget)
  names.set({ owned: undefined })
  try {
    const [owned] = await lookUpNames(widget, { address, signal })
    signal.throwIfAborted()
    names.set({ owned })
  } catch (cause) {
    signal.throwIfAborted()
    throw new NameError('resolve', { cause })
  }
}
