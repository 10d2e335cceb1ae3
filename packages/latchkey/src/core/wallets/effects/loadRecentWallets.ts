import {
  isBadLink,
  parseWalletListing,
  type WalletListing,
} from '@latchkey/wire/registry/walletListing'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'

/** Lists the wallets of earlier visits, and warns of links in `customWallets` that are left out. */
export function loadRecentWallets({ config, ports, stores }: Widget): () => void {
  stores.registry.set({ recent: readRecent(ports.storage.get('recent_wallets') ?? '[]') })
  for (const wallet of config.customWallets) {
    for (const [field, link] of Object.entries(wallet)) {
      if (isBadLink(field, link)) {
        ports.log.warn(`\`customWallets\`: ${field} of ${wallet.name} is unsafe and left out`)
      }
    }
  }
  return () => undefined
}

/** Any script of the page can have written what is stored. */
function readRecent(text: string): readonly WalletListing[] {
  try {
    const wallets = JSON.parse(text) as readonly unknown[]
    return wallets
      .flatMap((wallet) => parseWalletListing(wallet) ?? [])
      .slice(0, limits.recentWallets)
  } catch {
    // Not JSON, or not a list: another program's text, or one cut short.
    return []
  }
}
