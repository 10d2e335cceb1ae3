import type { WalletSource } from '../../core/connection/family.js'
import { sanitizeWalletName, toUntrustedImageUrl } from '../../core/wallets/sanitize.js'
import { lazyImport } from '../shared/lazyImport.js'
import { pollForInjected } from '../shared/pollForInjected.js'
import { readProperty } from '../shared/walletError.js'
import type { KeplrStyleWallet } from './index.js'

/** Keplr is last: other wallets also define its object and are listed under their own. */
const knownWallets: readonly KeplrStyleWallet[] = [
  { name: 'Leap', path: 'leap', changeEvent: 'leap_keystorechange' },
  {
    name: 'Cosmostation',
    path: 'cosmostation.providers.keplr',
    changeEvent: 'cosmostation_keystorechange',
  },
  { name: 'OKX Wallet', path: 'okxwallet.keplr' },
  { name: 'Keplr', path: 'keplr' },
]

/**
 * Finds wallets by their global objects. Any script can define one, so nothing is called before the
 * visitor chooses. One object under several names is one wallet.
 */
export function createDiscovery(own: readonly KeplrStyleWallet[] = []): WalletSource['discover'] {
  return ({ injected }, found) => {
    if (!injected || typeof window === 'undefined') return () => {}
    const known = new Set<unknown>()
    const names = new Set<string>()
    return pollForInjected(() => {
      for (const { name: given, path, icon, changeEvent } of [...own, ...knownWallets]) {
        const wallet = path.split('.').reduce<unknown>(readProperty, window)
        const name = sanitizeWalletName(given)
        if (!name || names.has(name) || known.has(wallet)) continue
        if (typeof readProperty(wallet, 'getKey') !== 'function') continue
        names.add(name)
        known.add(wallet)
        const id = `announced:${name}`
        found({
          id,
          namespace: 'cosmos',
          type: 'ANNOUNCED',
          name,
          icon: toUntrustedImageUrl(icon),
          open: async (site) => {
            const { inPageTransport } = await lazyImport(import('./inPageTransport.js'))
            return inPageTransport(wallet, site, { id, changeEvent })
          },
        })
      }
    })
  }
}
