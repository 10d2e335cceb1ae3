import type { SiwxConfig } from '../core/siwx/siwx.js'
import { createMessenger, type SiwxMessenger } from './createMessenger.js'
import { createStoredSiwx } from './createStoredSiwx.js'
import { localSessions } from './storages/localSessions.js'
import type { SiwxStorage } from './storages/storage.js'
import { allVerifiers, type SiwxVerifier } from './verifiers/pageVerifiers.js'

export type SiwxOptions = {
  /** Creates the messages. Default: `createMessenger()`. */
  readonly messenger?: SiwxMessenger | undefined
  /** Verify signatures in the page. All of an account's family must accept. Default: one per family. */
  readonly verifiers?: readonly SiwxVerifier[] | undefined
  /** Keeps the sessions. Default: `localSessions()`. */
  readonly storage?: SiwxStorage | undefined
  /** Whether visitors have to sign in to stay connected. Default true. */
  readonly required?: boolean | undefined
  /** Default true. */
  readonly signOutOnDisconnect?: boolean | undefined
}

/** Sign-in with a wallet, for the widget's option `siwx`. */
export function createSiwx({
  messenger = createMessenger(),
  verifiers = allVerifiers(),
  storage = localSessions(),
  required = true,
  signOutOnDisconnect = true,
}: SiwxOptions = {}): SiwxConfig {
  return createStoredSiwx({ messenger, verifiers, storage, required, signOutOnDisconnect })
}
