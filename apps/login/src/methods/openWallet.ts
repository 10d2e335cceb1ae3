import type { Frame } from './frame.js'

/**
 * Opens the wallet of whoever has just logged in, while the frame is in view: setting it up on this
 * device may have to be approved on a screen.
 */
export async function openWallet(frame: Frame, signal: AbortSignal): Promise<void> {
  const signedIn = await frame.account.signedIn()
  const both = AbortSignal.any([signal, signedIn.signal])
  const vault = await signedIn.vault()
  await vault.open(both, (request, ending) =>
    frame.screens.recovery(request, AbortSignal.any([ending, both])),
  )
}
