import {
  isBadLink,
  parseWalletListing,
  type WalletListing,
} from '@latchkey/wire/registry/walletListing'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'

/** Reads the recent wallets from storage, and warns about unsafe links in `customWallets`. */
export function loadRecentWallets({ config, ports, stores }: Widget): () => void {
  stores.registry.set({ recent: readRecent(ports.storage.get('recent_wallets') ?? '[]') })
  for (const wallet of config.customWallets) {
    for (const [field, link] of Object.entries(wallet)) {
      if (isBadLink(field, link)) {
        ports.log.warn(`\`customWallets\`: ignoring the unsafe ${field} of ${wallet.name}`)
      }
    }
  }
  return () => undefined
}

/** Untrusted: any script of the page can write to storage. */
function readRecent(text: string): readonly WalletListing[] {
  try {
    const wallets = JSON.parse(text) as readonly unknown[]
    return wallets
      .flatMap((wallet) => parseWalletListing(wallet) ?? [])
      .slice(0, limits.recentWallets)
  } catch {
    // Not JSON, or not a list.
    return []
  }
}
