import { createCore } from './core.js'
import { type DappActions, dappActions, type SignInDappActions } from './dappRole.js'
import type { PairingOptions, SignInOptions } from './ports.js'
import { type SharedActions, sharedActions } from './sharedActions.js'
import { type WalletActions, walletActions } from './walletRole.js'

/** A client with both roles. */
export type PairingClient = SharedActions & DappActions & WalletActions
export type SignInPairingClient = SharedActions & SignInDappActions & WalletActions

/** Creates a client with both roles, on one relay connection and one storage. */
export function createPairingClient(options: SignInOptions): SignInPairingClient
export function createPairingClient(options: PairingOptions): PairingClient
export function createPairingClient(options: PairingOptions): SignInPairingClient {
  const core = createCore(options)
  return { ...sharedActions(core), ...dappActions(core), ...walletActions(core) }
}
