import type { WalletSource } from '../../core/connection/family.js'

/** Options of `coinbase`. */
export type CoinbaseOptions = {
  /**
   * Which of its accounts the wallet may offer: those held by a passkey (`smartWalletOnly`), those of
   * the extension or the phone (`eoaOnly`), or either.
   */
  readonly preference?: 'all' | 'smartWalletOnly' | 'eoaOnly' | undefined
  /** The page its window shows; Coinbase's own unless told otherwise. */
  readonly keysUrl?: string | undefined
}

/**
 * Coinbase Wallet through its own SDK, the optional package `@coinbase/wallet-sdk`. The SDK is loaded
 * when a visitor chooses the wallet, or comes back to it, and not before.
 *
 * @example
 * ```ts
 * createLatchkey({ networks, families: [eip155()], connectors: [coinbase()] })
 * ```
 */
export function coinbase(options: CoinbaseOptions = {}): WalletSource {
  return {
    discover(_, found) {
      if (typeof window === 'undefined') return () => {}
      found({
        id: 'coinbaseWallet',
        namespace: 'eip155',
        type: 'EXTERNAL',
        name: 'Coinbase Wallet',
        rdns: 'com.coinbase.wallet',
        open: async (site) => (await import('./openCoinbase.js')).openCoinbase(options, site),
      })
      return () => {}
    },
  }
}
