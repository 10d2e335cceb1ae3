import { createCore } from './core.js'
import { type DappActions, dappActions } from './dappRole.js'
import type { PairingOptions } from './ports.js'
import { type SharedActions, sharedActions } from './sharedActions.js'

/** A page's side of pairing. */
export type DappClient = SharedActions & DappActions

/** The page's side: proposes sessions and makes requests. */
export function createDappClient(options: PairingOptions): DappClient {
  const core = createCore(options)
  return { ...sharedActions(core), ...dappActions(core) }
}
