import { dropCaches } from '../core/account/effects/dropCaches.js'
import { followTransactions } from '../core/account/effects/followTransactions.js'
import { refreshBalance } from '../core/account/effects/refreshBalance.js'
import { autoConnectHost } from '../core/connection/actions/reconnect.js'
import { followOtherTabs, persistConnection } from '../core/connection/effects/persistConnection.js'
import { leaveFinishedViews } from '../core/modal/effects/leaveFinishedViews.js'
import { openUnsupportedChain } from '../core/network/actions/setNamespace.js'
import { readWalletListings } from '../core/wallets/effects/readWalletListings.js'
import type { Widget } from '../core/widget.js'

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
  autoConnectHost,
]

export function startEffects(widget: Widget): () => void {
  const stops = effects.map((start) => start(widget))
  return () => {
    for (const stop of stops) stop()
  }
}
