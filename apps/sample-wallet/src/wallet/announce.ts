import type { Provider } from './createWallet.js'
import type { WalletSettings } from './settings.js'

/** EIP-6963: says who it is now, and again whenever a page asks. */
export function announce(
  target: EventTarget,
  { uuid, name, icon, rdns }: WalletSettings,
  provider: Provider,
): void {
  const say = () => {
    // Fresh and frozen each time, so that no page can change what the next one is told.
    const detail = Object.freeze({ info: Object.freeze({ uuid, name, icon, rdns }), provider })
    target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  target.addEventListener('eip6963:requestProvider', say)
  say()
}
