import type { AnnouncedWallet, DiscoverOptions } from '../../core/connection/family.js'
import { lazyImport } from '../shared/lazyImport.js'
import { pollForInjected } from '../shared/pollForInjected.js'
import { readProperty } from '../shared/walletError.js'
import {
  discoverStandardWallets,
  getFeature,
  type StandardWalletKind,
  toList,
} from '../shared/walletStandard.js'

const loadTransport = () => lazyImport(import('./inPageTransport.js'))

/** Wallets that can connect and sign on Solana. */
const solanaWallets: StandardWalletKind = {
  namespace: 'solana',
  isSupported: (wallet) =>
    getFeature(wallet, 'standard:connect', 'connect') !== undefined &&
    toList(readProperty(wallet, 'chains')).some(isSolana) &&
    signingFeatures.some(([name, method]) => getFeature(wallet, name, method) !== undefined),
  open: async (wallet) => (await loadTransport()).createInPageTransport(wallet),
}

const signingFeatures = [
  ['solana:signTransaction', 'signTransaction'],
  ['solana:signAndSendTransaction', 'signAndSendTransaction'],
] as const

const coinbase = 'Coinbase Wallet'

/**
 * Finds Solana wallets that register by the Wallet Standard, and older Coinbase extensions that do not.
 * An extension that registers is listed once.
 */
export function discover(
  options: DiscoverOptions,
  found: (wallet: AnnouncedWallet) => void,
): () => void {
  if (typeof window === 'undefined') return () => {}
  const page = window
  let hasCoinbase = !options.injected
  const stopStandard = discoverStandardWallets(solanaWallets, options, (wallet) => {
    hasCoinbase ||= wallet.name === coinbase
    found(wallet)
  })
  const stopPolling = pollForInjected(() => {
    const extension = readProperty(page, 'coinbaseSolana')
    if (hasCoinbase || typeof readProperty(extension, 'signTransaction') !== 'function') return
    hasCoinbase = true
    found({
      id: 'coinbaseSolana',
      namespace: 'solana',
      type: 'ANNOUNCED',
      name: coinbase,
      rdns: 'com.coinbase.wallet',
      open: async () => {
        const [{ createInPageTransport }, { coinbaseWallet }] = await Promise.all([
          loadTransport(),
          lazyImport(import('./coinbaseWallet.js')),
        ])
        return createInPageTransport(coinbaseWallet(extension))
      },
    })
  })
  return () => {
    stopStandard()
    stopPolling()
  }
}

function isSolana(chain: unknown): boolean {
  return typeof chain === 'string' && chain.startsWith('solana:')
}
