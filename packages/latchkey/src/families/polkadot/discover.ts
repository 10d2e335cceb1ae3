import type { AnnouncedWallet, DiscoverOptions } from '../../core/connection/family.js'
import { maxAnnouncedWallets, sanitizeWalletName } from '../../core/wallets/sanitize.js'
import { lazyImport } from '../shared/lazyImport.js'
import { pollForInjected } from '../shared/pollForInjected.js'
import { readProperty } from '../shared/walletError.js'

/** Wallets whose common name differs from the one they register under. */
const knownNames: Readonly<Record<string, string>> = {
  'polkadot-js': 'Polkadot.js',
  'subwallet-js': 'SubWallet',
  talisman: 'Talisman',
  'fearless-wallet': 'Fearless Wallet',
  polkagate: 'PolkaGate',
  enkrypt: 'Enkrypt',
}

/**
 * Finds wallets in `window.injectedWeb3`. Any script can register there, so entries are untrusted data,
 * and nothing is called before the visitor chooses.
 */
export function discover(
  { announced }: DiscoverOptions,
  found: (wallet: AnnouncedWallet) => void,
): () => void {
  if (!announced || typeof window === 'undefined') return () => {}
  const ids = new Set<string>()
  return pollForInjected(() => {
    const registry = readProperty(window, 'injectedWeb3')
    for (const key of keysOf(registry)) {
      const wallet = readProperty(registry, key)
      const name = sanitizeWalletName(Object.hasOwn(knownNames, key) ? knownNames[key] : key)
      const id = `announced:${name}`
      if (!name || ids.has(id) || typeof readProperty(wallet, 'enable') !== 'function') continue
      ids.add(id)
      found({
        id,
        namespace: 'polkadot',
        type: 'ANNOUNCED',
        name,
        open: async (site) => {
          const { inPageTransport } = await lazyImport(import('./inPageTransport.js'))
          return inPageTransport(wallet, site, id)
        },
      })
    }
  })
}

function keysOf(registry: unknown): readonly string[] {
  try {
    return Object.keys(Object(registry)).slice(0, maxAnnouncedWallets)
  } catch {
    // A proxy or getter threw.
    return []
  }
}
