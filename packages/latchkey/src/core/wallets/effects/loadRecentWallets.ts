import {
  isBadLink,
  parseWalletListing,
  type WalletListing,
} from '@latchkey/wire/registry/walletListing'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { supportsNetwork } from '../walletListings.js'

/** Reads the site's and the recent wallets, and warns about unsafe links in those of the site. */
export function loadRecentWallets({ config, ports, stores }: Widget): () => void {
  const { networks } = stores.network.get()
  stores.registry.set({
    wallets: config.wallets
      .flatMap((wallet) => parseWalletListing(wallet) ?? [])
      .filter((wallet) => supportsNetwork(wallet, (id) => networks.some((one) => one.id === id))),
    recent: readRecent(ports.storage.get('recent_wallets') ?? '[]'),
  })
  for (const wallet of [...config.customWallets, ...config.wallets]) {
    for (const [field, link] of Object.entries(wallet)) {
      if (isBadLink(field, link)) {
        ports.log.warn(`Ignoring the unsafe ${field} of the wallet ${wallet.name}`)
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
