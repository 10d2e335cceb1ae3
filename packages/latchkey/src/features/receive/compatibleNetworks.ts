import type { Namespace } from '@latchkey/wire/caip'
import { getConnection } from '../../core/connection/store.js'
import type { Network } from '../../core/network/network.js'
import { getActiveNetwork, getNetworks } from '../../core/network/store.js'
import type { Widget } from '../../core/widget.js'

/** Families whose accounts have the same address on all networks. */
const sharedAddressFamilies: readonly Namespace[] = ['eip155', 'solana']

/**
 * Networks on which the account can receive funds at its address. A smart account exists on one network only
 * (public surface §4.6).
 */
export function getCompatibleNetworks(widget: Widget): readonly Network[] {
  const state = widget.stores.network.get()
  const active = getActiveNetwork(state)
  const isSingleNetwork =
    getConnection(widget)?.active.type === 'smartAccount' ||
    !sharedAddressFamilies.includes(state.activeNamespace)
  if (isSingleNetwork) return active ? [active] : []
  const all = getNetworks(state, state.activeNamespace)
  return active ? [active, ...all.filter(({ id }) => id !== active.id)] : all
}
