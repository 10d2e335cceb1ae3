/** Everything that needs a provider, behind one door that only pages with one open. */
import { loadNetworkImages } from '../network/actions/loadNetworkImages.js'
import { loadRemoteConfig } from './actions/loadRemoteConfig.js'
import { loadSuggested } from '../wallets/actions/loadSuggested.js'
import { shareEvents } from '../events/effects/shareEvents.js'
import type { Widget } from '../widget.js'

export { findWallets } from '../wallets/actions/findWallets.js'
export { listPage } from '../wallets/actions/listPage.js'

/** Asks for whatever is not known or no longer fresh. */
export async function consult(widget: Widget): Promise<void> {
  shareEvents(widget)
  await Promise.all([loadRemoteConfig(widget), loadSuggested(widget), loadNetworkImages(widget)])
}
