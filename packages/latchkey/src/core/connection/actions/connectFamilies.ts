import type { Namespace } from '@latchkey/wire/caip'
import { setNamespace } from '../../network/actions/setNamespace.js'
import { isWidgetError } from '../../runtime/errors/WidgetError.js'
import type { Widget } from '../../widget.js'
import type { AnnouncedWallet } from '../family.js'
import { connectedIn } from '../selectors.js'
import { connectWallet } from './connect.js'
import { finishConnecting } from './finishConnecting.js'

export type ConnectFamiliesParameters = {
  /** One wallet, as each of its chain families found it. */
  readonly wallets: readonly AnnouncedWallet[]
  readonly signal?: AbortSignal | undefined
}

/** What went wrong, by chain family; those that are connected have no entry. */
export type ConnectFamiliesReturnType = { readonly [namespace in Namespace]?: unknown }

/**
 * Connects a wallet for each of its chain families, one after the other: a wallet shows one question
 * at a time. A family that is refused or fails leaves the others; once all are connected the modal closes.
 */
export async function connectFamilies(
  widget: Widget,
  { wallets, signal }: ConnectFamiliesParameters,
): Promise<ConnectFamiliesReturnType> {
  const failures: { [namespace in Namespace]?: unknown } = {}
  for (const wallet of wallets) {
    try {
      await connectWallet(widget, { wallet, signal })
      if (!connectedIn(widget)) setNamespace(widget, { namespace: wallet.namespace })
    } catch (error) {
      signal?.throwIfAborted()
      // The visitor left, or chose otherwise: the next family is not asked.
      if (isWidgetError(error, 'connection/modal-closed')) throw error
      failures[wallet.namespace] = error
    }
  }
  if (Object.keys(failures).length === 0) finishConnecting(widget)
  return failures
}
