/** Types of `window.sampleWallets`, for test scripts. */
import type { Remote } from './phone/remote.js'
import type { Control, Provider } from './wallet/createWallet.js'

export type { Control, Remote }

declare global {
  interface Window {
    __sampleWallets?: unknown
    sampleWallets?: Record<string, Control>
    ethereum?: Provider
    phoneWallet?: Remote
  }
}
