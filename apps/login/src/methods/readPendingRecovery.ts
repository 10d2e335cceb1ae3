import type { PendingRecoveryRequest } from '../screens/screens.js'
import type { Vault } from '../vault/vault.js'

/** A recovery on another device that waits, with the way to stop it. */
export async function readPendingRecovery(
  vault: Vault,
  signal: AbortSignal,
): Promise<PendingRecoveryRequest | undefined> {
  const pending = await vault.pendingRecovery()
  return pending && { ...pending, cancel: () => vault.cancelRecovery(pending, signal) }
}
