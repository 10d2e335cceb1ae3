/** Everything that needs a provider, behind one door that only pages with one open. */

import { shareEvents } from '../events/effects/shareEvents.js'
import { loadNetworkImages } from '../network/actions/loadNetworkImages.js'
import { loadSuggested } from '../wallets/actions/searchWallets.lazy.js'
import type { Widget } from '../widget.js'
import { loadRemoteConfig } from './actions/loadRemoteConfig.js'

export { findWallets, listPage } from '../wallets/actions/searchWallets.lazy.js'

/** Asks for whatever is not known or no longer fresh. */
export async function consult(widget: Widget): Promise<void> {
  shareEvents(widget)
  await Promise.all([loadRemoteConfig(widget), loadSuggested(widget), loadNetworkImages(widget)])
}
