import type { Widget } from '../widget.js'
import { dropCaches } from './dropCaches.js'
import { followOtherTabs } from './followOtherTabs.js'
import { followTransactions } from './followTransactions.js'
import { joinHost } from './joinHost.js'
import { leaveFinishedViews } from './leaveFinishedViews.js'
import { openUnsupportedChain } from './openUnsupportedChain.js'
import { persistConnection } from './persistConnection.js'
import { readWalletListings } from './readWalletListings.js'
import { refreshBalance } from './refreshBalance.js'

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
