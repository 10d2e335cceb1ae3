import type { Widget } from '../core/widget.js'
import { dropCaches } from '../core/account/effects/dropCaches.js'
import { followOtherTabs } from '../core/connection/effects/followOtherTabs.js'
import { followTransactions } from '../core/account/effects/followTransactions.js'
import { joinHost } from '../core/connection/effects/joinHost.js'
import { leaveFinishedViews } from '../core/modal/effects/leaveFinishedViews.js'
import { openUnsupportedChain } from '../core/network/effects/openUnsupportedChain.js'
import { persistConnection } from '../core/connection/effects/persistConnection.js'
import { readWalletListings } from '../core/wallets/effects/readWalletListings.js'
import { refreshBalance } from '../core/account/effects/refreshBalance.js'

/** The complete answer to "what else happens when…?". Each runs until it is stopped. */
const effects = [
  readWalletListings,
  dropCaches,
  persistConnection,
  refreshBalance,
  leaveFinishedViews,
  openUnsupportedChain,
  followOtherTabs,
  followTransactions,
  joinHost,
]

export function startEffects(widget: Widget): () => void {
  const stops = effects.map((start) => start(widget))
  return () => {
    for (const stop of stops) stop()
  }
}
