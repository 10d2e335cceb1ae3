import { createCore } from './core.js'
import type { PairingOptions } from './ports.js'
import { type SharedActions, sharedActions } from './sharedActions.js'
import { type WalletActions, walletActions } from './walletRole.js'

/** The client of a wallet. */
export type WalletClient = SharedActions & WalletActions

/** Creates a client that approves proposals and responds to requests. */
export function createWalletClient(options: PairingOptions): WalletClient {
  const core = createCore(options)
  return { ...sharedActions(core), ...walletActions(core) }
}
