import {
  clearAccountCaches,
  refreshBalance,
  watchTransactions,
} from '../core/account/effects/accountEffects.js'
import { autoConnectHost } from '../core/connection/actions/reconnect.js'
import { persistConnection, syncTabs } from '../core/connection/effects/persistConnection.js'
import { leaveFinishedViews } from '../core/modal/effects/leaveFinishedViews.js'
import { openUnsupportedChain } from '../core/network/actions/activeNetwork.js'
import { loadRecentWallets } from '../core/wallets/effects/loadRecentWallets.js'
import type { Widget } from '../core/widget.js'

/** The complete answer to "what else happens when…?". Each runs until it is stopped. */
const effects = [
  loadRecentWallets,
  clearAccountCaches,
  persistConnection,
  refreshBalance,
  leaveFinishedViews,
  openUnsupportedChain,
  syncTabs,
  watchTransactions,
  autoConnectHost,
]

export function startEffects(widget: Widget): () => void {
  const stops = effects.map((start) => start(widget))
  return () => {
    for (const stop of stops) stop()
  }
}
