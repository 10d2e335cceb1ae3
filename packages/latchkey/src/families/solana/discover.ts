import type { AnnouncedWallet, DiscoverOptions } from '../../core/connection/family.js'
import { lazyImport } from '../shared/lazyImport.js'
import { pollForInjected } from '../shared/pollForInjected.js'
import { read } from '../shared/walletFault.js'
import {
  discoverStandardWallets,
  feature,
  type StandardWalletKind,
  toList,
} from '../shared/walletStandard.js'

const loadTransport = () => lazyImport(import('./standardTransport.js'))

/** A wallet of ours lets the site in, is on Solana and can sign there. */
const solanaWallets: StandardWalletKind = {
  namespace: 'solana',
  isSupported: (wallet) =>
    feature(wallet, 'standard:connect', 'connect') !== undefined &&
    toList(read(wallet, 'chains')).some(isSolana) &&
    signingFeatures.some(([name, method]) => feature(wallet, name, method) !== undefined),
  open: async (wallet) => (await loadTransport()).standardTransport(wallet),
}

const signingFeatures = [
  ['solana:signTransaction', 'signTransaction'],
  ['solana:signAndSendTransaction', 'signAndSendTransaction'],
] as const

const coinbase = 'Coinbase Wallet'

/**
 * Finds Solana wallets that register by the Wallet Standard, and the Coinbase extension of before it
 * did: one that registers is not shown twice.
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
  const stopLooking = pollForInjected(() => {
    const extension = read(page, 'coinbaseSolana')
    if (hasCoinbase || typeof read(extension, 'signTransaction') !== 'function') return
    hasCoinbase = true
    found({
      id: 'coinbaseSolana',
      namespace: 'solana',
      type: 'ANNOUNCED',
      name: coinbase,
      rdns: 'com.coinbase.wallet',
      open: async () => {
        const [{ standardTransport }, { coinbaseWallet }] = await Promise.all([
          loadTransport(),
          lazyImport(import('./coinbaseWallet.js')),
        ])
        return standardTransport(coinbaseWallet(extension))
      },
    })
  })
  return () => {
    stopStandard()
    stopLooking()
  }
}

function isSolana(chain: unknown): boolean {
  return typeof chain === 'string' && chain.startsWith('solana:')
}
