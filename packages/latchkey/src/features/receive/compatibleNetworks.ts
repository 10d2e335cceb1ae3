import type { Network } from '../../core/network.js'
import { connectedIn } from '../../core/selectors.js'
import { activeNetwork, networksOf } from '../../core/stores/network.js'
import type { Widget } from '../../core/widget.js'

/**
 * Where the account can be sent something: every network of its family. A smart account is a contract
 * of one network, so only there (public surface §4.6).
 */
export function compatibleNetworks(widget: Widget): readonly Network[] {
  const state = widget.stores.network.get()
  const active = activeNetwork(state)
  if (connectedIn(widget)?.active.type === 'smartAccount') return active ? [active] : []
  const all = networksOf(state, state.activeNamespace)
  return active ? [active, ...all.filter(({ id }) => id !== active.id)] : all
}
