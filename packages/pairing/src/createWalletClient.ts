import { createCore } from './core.js'
import type { PairingOptions } from './ports.js'
import { type SharedActions, sharedActions } from './sharedActions.js'
import { type WalletActions, walletActions } from './walletRole.js'

/** A wallet's side of pairing. */
export type WalletClient = SharedActions & WalletActions

/** The wallet's side: takes proposals and answers requests. */
export function createWalletClient(options: PairingOptions): WalletClient {
  const core = createCore(options)
  return { ...sharedActions(core), ...walletActions(core) }
}
