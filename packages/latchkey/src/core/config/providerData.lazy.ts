/** Everything that needs a provider, in one chunk. */

import { shareEvents } from '../events/effects/shareEvents.js'
import { loadNetworkImages } from '../network/actions/loadNetworkImages.js'
import { loadSuggestions } from '../wallets/actions/searchWallets.lazy.js'
import type { Widget } from '../widget.js'
import { loadRemoteConfig } from './actions/loadRemoteConfig.js'

export { loadSearchPage, loadWalletPage } from '../wallets/actions/searchWallets.lazy.js'

/** Loads what is missing or stale. */
export async function loadProviderData(widget: Widget): Promise<void> {
  shareEvents(widget)
  await Promise.all([loadRemoteConfig(widget), loadSuggestions(widget), loadNetworkImages(widget)])
}
