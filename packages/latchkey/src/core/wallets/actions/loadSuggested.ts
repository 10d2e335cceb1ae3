import { recordFault } from '../../events/actions/recordFault.js'
import type { Widget } from '../../widget.js'
import { wantedChains } from '../directory.js'
import { providerResourcesOf } from '../providerResources.js'
import { updateDirectory } from './updateDirectory.js'

/** Learns the featured and recommended wallets, unless they are known. Never rejects. */
export async function loadSuggested(widget: Widget): Promise<void> {
  const { suggestions } = providerResourcesOf(widget)
  const { registry } = widget.stores
  const chains = wantedChains(widget)
  if (!widget.config.walletsEnabled) return
  if (registry.get().directory?.chains !== chains) {
    updateDirectory(widget, { chains, isPending: true })
  }
  const isUnderway = suggestions.get({ chains }).status === 'loading'
  const state = await suggestions.load({ chains })
  if (state.status === 'failed' && !isUnderway) recordFault(widget, state.error)
  // Meanwhile another chain family may have been asked for.
  if (wantedChains(widget) !== chains) return
  const known = 'value' in state ? state.value : undefined
  const isNew = known !== undefined && known.recommended !== registry.get().directory?.recommended
  updateDirectory(widget, {
    chains,
    isPending: false,
    ...known,
    // Fresh suggestions come with fresh pages: what is suggested is not listed again.
    ...(isNew && { listed: [], nextPage: 1 }),
  })
}
