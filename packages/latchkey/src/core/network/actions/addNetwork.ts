import { AdapterNotFoundError } from '../../runtime/errors/network.js'
import type { Widget } from '../../widget.js'
import type { Network } from '../network.js'
import { networkById } from '../store.js'

export type AddNetworkParameters = { readonly network: Network }

/** Offers one more network; one that is there already stays as it is. */
export function addNetwork(widget: Widget, { network: added }: AddNetworkParameters): void {
  if (!widget.families.has(added.namespace)) throw new AdapterNotFoundError(added.namespace)
  const { network } = widget.stores
  if (networkById(network.get(), added.id)) return
  network.set(({ networks }) => ({ networks: [...networks, added] }))
}
