import type { Namespace } from '@latchkey/wire/caip'
import type { Account } from '../../connection/family.js'
import { cancelAttempt } from '../../runtime/attempt.js'
import type { Widget } from '../../widget.js'

export type StartPairingParameters = {
  /** The listing the visitor chose; undefined for any wallet. */
  readonly walletId?: string | undefined
  /** A namespace that the wallet must support. */
  readonly namespace?: Namespace | undefined
  /** The visitor has not chosen a wallet yet: nothing shows that the offer is made. */
  readonly isAhead?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

export type StartPairingReturnType = { readonly accounts: readonly Account[] }

/** Offers a pairing until a wallet approves it; renews the offer before it expires. */
export async function startPairing(
  widget: Widget,
  parameters: StartPairingParameters = {},
): Promise<StartPairingReturnType> {
  const reset = { uri: undefined, expiresAt: undefined, error: undefined }
  widget.stores.pairing.set({ phase: 'preparing', ...reset })
  const { pairWallet } = await import('./startPairing.lazy.js')
  return pairWallet(widget, parameters)
}

/** The URI of the offer of an attempt; rejects with the attempt. */
export function waitForPairingUri({ stores }: Widget, attempt: Promise<unknown>): Promise<string> {
  return new Promise((resolve, reject) => {
    const stop = stores.pairing.subscribe(({ uri }) => {
      if (uri !== undefined) resolve(uri)
    })
    attempt.catch(reject).finally(stop)
  })
}

/** Cancels the pending pairing. */
export function cancelPairing(widget: Widget): void {
  cancelAttempt(widget, 'pairing')
}
