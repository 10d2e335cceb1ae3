/** Everything that needs a provider, behind one door that only pages with one open. */

import { shareEvents } from '../events/effects/shareEvents.js'
import { loadNetworkImages } from '../network/actions/loadNetworkImages.js'
import { loadSuggestions } from '../wallets/actions/searchWallets.lazy.js'
import type { Widget } from '../widget.js'
import { loadRemoteConfig } from './actions/loadRemoteConfig.js'

export { loadSearchPage, loadWalletPage } from '../wallets/actions/searchWallets.lazy.js'

/** Asks for whatever is not known or no longer fresh. */
export async function loadProviderData(widget: Widget): Promise<void> {
  shareEvents(widget)
  await Promise.all([loadRemoteConfig(widget), loadSuggestions(widget), loadNetworkImages(widget)])
}
