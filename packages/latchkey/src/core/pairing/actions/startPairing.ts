import type { Namespace } from '@latchkey/wire/caip'
import type { Account } from '../../connection/family.js'
import { cancelAttempt } from '../../runtime/attempt.js'
import type { Widget } from '../../widget.js'

export type StartPairingParameters = {
  /** The listed wallet the visitor chose; undefined for any. */
  readonly walletId?: string | undefined
  /** A chain family the wallet has to serve; without it any will do. */
  readonly namespace?: Namespace | undefined
  readonly signal?: AbortSignal | undefined
}

export type StartPairingReturnType = { readonly accounts: readonly Account[] }

/** Offers a pairing, anew whenever it is about to run out, until a wallet takes it up. */
export async function startPairing(
  widget: Widget,
  parameters: StartPairingParameters = {},
): Promise<StartPairingReturnType> {
  const fresh = { uri: undefined, expiresAt: undefined, error: undefined }
  widget.stores.pairing.set({ phase: 'preparing', ...fresh })
  const { pairWallet } = await import('./startPairing.lazy.js')
  return pairWallet(widget, parameters)
}

/** The uri of the offer an attempt makes; rejects as the attempt does when it comes to none. */
export function waitForPairingUri({ stores }: Widget, attempt: Promise<unknown>): Promise<string> {
  return new Promise((resolve, reject) => {
    const stop = stores.pairing.subscribe(({ uri }) => {
      if (uri !== undefined) resolve(uri)
    })
    attempt.catch(reject).finally(stop)
  })
}

/** Withdraws the offer. */
export function cancelPairing(widget: Widget): void {
  cancelAttempt(widget, 'pairing')
}
