import {
  clearAccountCaches,
  refreshBalance,
  watchTransactions,
} from '../core/account/effects/accountEffects.js'
import type { ParsedOptions } from '../core/config/parseOptions.js'
import { autoConnectHost } from '../core/connection/actions/reconnect.js'
import { persistConnection, syncTabs } from '../core/connection/effects/persistConnection.js'
import { leaveFinishedViews, openUnsupportedChain } from '../core/modal/effects/autoNavigate.js'
import { loadPhonePairing } from '../core/pairing/effects/loadPhonePairing.js'
import { loadSignIn } from '../core/siwx/effects/loadSignIn.js'
import { loadRecentWallets } from '../core/wallets/effects/loadRecentWallets.js'
import type { Widget } from '../core/widget.js'
import type { createProvider as createProviderPort } from '../services/provider/createProvider.js'

/** Everything that reacts to state changes. Each returns a function that stops it. */
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
  loadPhonePairing,
]

export function startEffects(widget: Widget): () => void {
  const stops = effects.map((start) => start(widget))
  stops.push(loadSignIn(widget, () => import('../features/siwx/effects/watchSignIn.js')))
  return () => {
    for (const stop of stops) stop()
  }
}

/** Loaded on the first intent: the actions of the first view and every effect. */
export * as actions from '../core/modal/actions/viewActions.js'
export { createBufferedLog } from '../services/log/createBufferedLog.js'
export { createPage } from '../services/page/createPage.js'

/** Parts that only some pages need, each loaded on first use. */
export const loadFacadeCalls = () => import('./facade.lazy.js')

export const createPairing = async (widget: Widget) =>
  (await import('../connectors/pairing/createPairingConnector.js')).createPairingConnector(widget)

export const createLogin = async (widget: Widget) =>
  (await import('../connectors/login/createLoginConnector.js')).createLoginConnector(widget)

export const createProvider = async (given: Parameters<typeof createProviderPort>[0]) =>
  (await import('../services/provider/createProvider.js')).createProvider(given)

export const resumeSocialLogin = async (widget: Widget, resultUri: string) =>
  (await import('../features/login/actions/resumeSocialLogin.js')).resumeSocialLogin(widget, {
    resultUri,
  })

export const createSiwx = async (widget: Widget, signIn: ParsedOptions['signIn']) =>
  (await import('./createSiwx.lazy.js')).createSiwx(widget, signIn)
