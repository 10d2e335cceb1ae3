import type { WalletSource } from '../../core/connection/family.js'

/** Options of `safe`. */
export type SafeOptions = {
  /**
   * Origins that may present a Safe to this page, such as `https://safe.example.org`. `*` matches one
   * label of the host, or any port; the default scheme is `https`. They replace Safe's own origins.
   */
  readonly allowedDomains?: readonly string[] | undefined
}

/**
 * The Safe that this page is opened in as a Safe App. Outside a Safe it finds and loads nothing.
 *
 * @example
 * ```ts
 * createLatchkey({ networks, families: [eip155()], connectors: [safe()] })
 * ```
 */
export function safe({ allowedDomains = safeOrigins }: SafeOptions = {}): WalletSource {
  return {
    discover(_, found) {
      if (typeof window === 'undefined' || window.parent === window) return () => {}
      const life = new AbortController()
      import('./discoverSafe.js').then(
        ({ discoverSafe }) => discoverSafe({ allowedDomains, found, signal: life.signal }),
        () => undefined, // without the chunk there is no Safe
      )
      return () => life.abort()
    },
  }
}

const safeOrigins: readonly string[] = ['https://app.safe.global', 'https://gnosis-safe.io']
