import type { Namespace } from '@latchkey/wire/caip'
import { getConnection } from '../../core/connection/store.js'
import type { Network } from '../../core/network/network.js'
import { getActiveNetwork, getNetworks } from '../../core/network/store.js'
import type { Widget } from '../../core/widget.js'

/** Families whose accounts are written the same on each of their networks. */
const sameEverywhere: readonly Namespace[] = ['eip155', 'solana']

/**
 * Where the account can be sent something: every network on which its address means the same. A smart
 * account is a contract of one network, so only there (public surface §4.6).
 */
export function compatibleNetworks(widget: Widget): readonly Network[] {
  const state = widget.stores.network.get()
  const active = getActiveNetwork(state)
  const isOnlyHere =
    getConnection(widget)?.active.type === 'smartAccount' ||
    !sameEverywhere.includes(state.activeNamespace)
  if (isOnlyHere) return active ? [active] : []
  const all = getNetworks(state, state.activeNamespace)
  return active ? [active, ...all.filter(({ id }) => id !== active.id)] : all
}
