import { createCore } from './core.js'
import { type DappActions, dappActions, type SignInDappActions } from './dappRole.js'
import type { PairingOptions, SignInOptions } from './ports.js'
import { type SharedActions, sharedActions } from './sharedActions.js'

/** The client of a dapp. */
export type DappClient = SharedActions & DappActions
export type SignInDappClient = SharedActions & SignInDappActions

/** Creates a client that proposes sessions and sends requests. Sign-in needs `verifySignIn`. */
export function createDappClient(options: SignInOptions): SignInDappClient
export function createDappClient(options: PairingOptions): DappClient
export function createDappClient(options: PairingOptions): SignInDappClient {
  const core = createCore(options)
  return { ...sharedActions(core), ...dappActions(core) }
}
