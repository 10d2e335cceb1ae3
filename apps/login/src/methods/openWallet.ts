import type { PendingRecoveryRequest } from '../screens/screens.js'
import type { Vault } from '../vault/signer.js'
import type { Frame } from './frame.js'

/**
 * Opens the wallet right after a log-in, while the frame is visible: setting it up on this device
 * may need an approval screen.
 */
export async function openWallet(frame: Frame, signal: AbortSignal): Promise<void> {
  const signedIn = await frame.account.signedIn()
  const both = AbortSignal.any([signal, signedIn.signal])
  const vault = await signedIn.vault()
  await vault.open(both, (request, ending) =>
    frame.screens.recovery(request, AbortSignal.any([ending, both])),
  )
}

/** Offers a passkey for a new wallet, if the browser supports passkeys. */
export async function offerPasskey(frame: Frame, signal: AbortSignal): Promise<void> {
  const signedIn = await frame.account.signedIn()
  if (signedIn.session.person.hasWallet) return
  const both = AbortSignal.any([signal, signedIn.signal])
  const vault = await signedIn.vault()
  if (!(await vault.canAddPasskey())) return
  await vault.open(both)
  await frame.screens.offerPasskey({ add: (ending) => vault.addPasskey(ending) }, both)
}

/** A pending recovery on another device, and how to cancel it. */
export async function readPendingRecovery(
  vault: Vault,
  signal: AbortSignal,
): Promise<PendingRecoveryRequest | undefined> {
  const pending = await vault.pendingRecovery()
  return pending && { ...pending, cancel: () => vault.cancelRecovery(pending, signal) }
}
