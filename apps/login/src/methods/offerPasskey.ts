import type { Frame } from './frame.js'

/** Offers a passkey for the wallet that a first log-in makes, where the browser can hold one. */
export async function offerPasskey(frame: Frame, signal: AbortSignal): Promise<void> {
  const signedIn = await frame.account.signedIn()
  if (signedIn.session.person.hasWallet) return
  const both = AbortSignal.any([signal, signedIn.signal])
  const vault = await signedIn.vault()
  if (!(await vault.canAddPasskey())) return
  await vault.open(both)
  await frame.screens.offerPasskey({ add: (ending) => vault.addPasskey(ending) }, both)
}
