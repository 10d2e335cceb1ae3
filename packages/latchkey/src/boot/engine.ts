/** What a page needs from the first intent on: the first actions and every effect. Loaded lazily, once. */
export * as actions from '../core/actions/index.js'
export { startEffects } from '../core/effects/index.js'
export { keepLog } from '../services/log/keepLog.js'
export { createPage } from '../services/page/createPage.js'

/** What only some pages need on top, each fetched by its first use. */
export const loadPairing = () => import('../connectors/pairing/createPairingConnector.js')
export const loadLogin = () => import('../connectors/login/createLoginConnector.js')
export const loadReturn = () => import('../features/login/actions/resumeSocial.js')
export const loadProvider = () => import('../services/provider/createProvider.js')
export const loadSiteCalls = () => import('./siteCalls.js')
