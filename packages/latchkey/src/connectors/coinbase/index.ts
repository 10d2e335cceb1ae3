import type { WalletSource } from '../../core/connection/family.js'

/** Options of `coinbase`. */
export type CoinbaseOptions = {
  /**
   * The accounts the wallet may offer: passkey accounts (`smartWalletOnly`), accounts of the extension
   * or the mobile app (`eoaOnly`), or both.
   */
  readonly preference?: 'all' | 'smartWalletOnly' | 'eoaOnly' | undefined
  /** The URL of its popup. Defaults to Coinbase's. */
  readonly keysUrl?: string | undefined
}

/**
 * Coinbase Wallet through its SDK, the optional package `@coinbase/wallet-sdk`. The SDK is loaded only
 * when a visitor chooses the wallet or reconnects.
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
