import type { AccountId, NetworkId } from '@latchkey/wire/caip'
import { createStore, type Store } from '../runtime/createStore.js'
import type { SiwxMessageToSign, SiwxSession } from './siwx.js'

export type SignInFailure =
  /** The visitor declined in the wallet. */
  | 'rejected'
  | 'failed'
  /** The signature belongs to another account. */
  | 'wrong-account'
  | 'offline'

/**
 * Sign-in of the active account on the active network.
 *
 *     off ──account appears──▶ checking ──valid session──▶ signed ──expires, signs out──▶ unsigned
 *      ▲                          └──no session──▶ unsigned ──sign──▶ signing ──▶ signed
 *      └──disconnect── any          unsigned ◀──rejected, failed──┘
 */
export type SiwxState = {
  readonly status: 'off' | 'checking' | 'unsigned' | 'signing' | 'cancelling' | 'signed'
  /** The account the state is about, in CAIP-10 form. */
  readonly account?: AccountId | undefined
  readonly session?: SiwxSession | undefined
  /** The message the view shows and the wallet will sign; undefined until it is created. */
  readonly message?: SiwxMessageToSign | undefined
  /** The wallet has signed, and the site has not answered yet. */
  readonly isSubmitted?: boolean | undefined
  /** Why the last attempt did not succeed. */
  readonly failure?: SignInFailure | undefined
  /** The visitor has to sign in to stay connected. */
  readonly isRequired: boolean
  /** Where cancelling returns to. */
  readonly lastSignedNetwork?: NetworkId | undefined
}

export function createSiwxStore(): Store<SiwxState> {
  return createStore<SiwxState>({ status: 'off', isRequired: true })
}
