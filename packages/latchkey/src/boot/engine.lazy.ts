import type { createPairingConnector } from '../connectors/pairing/createPairingConnector.js'
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
import type { createProvider as createProviderPort } from '../services/provider/createProvider.js'

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

/** What a page needs from the first intent on: the first actions and every effect. Loaded lazily, once. */
export * as actions from '../core/modal/viewActions.js'
export { keepLog } from '../services/log/keepLog.js'
export { createPage } from '../services/page/createPage.js'

/** What only some pages need on top, each fetched by its first use. */
export const loadSiteCalls = () => import('./facade.lazy.js')

export const createPairing = async (given: Parameters<typeof createPairingConnector>[0]) =>
  (await import('../connectors/pairing/createPairingConnector.js')).createPairingConnector(given)

export const createLogin = async (widget: Widget) =>
  (await import('../connectors/login/createLoginConnector.js')).createLoginConnector(widget)

export const createProvider = async (given: Parameters<typeof createProviderPort>[0]) =>
  (await import('../services/provider/createProvider.js')).createProvider(given)

export const resumeSocial = async (widget: Widget, resultUri: string) =>
  (await import('../features/login/actions/resumeSocialLogin.js')).resumeSocialLogin(widget, {
    resultUri,
  })
