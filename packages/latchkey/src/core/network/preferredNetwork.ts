import type { Namespace } from '@latchkey/wire/caip'
import { NetworkNotFoundError } from '../runtime/errors/network.js'
import type { Widget } from '../widget.js'
import type { Network } from './network.js'
import { activeNetwork, networksOf } from './store.js'

/** The network to be on in a namespace: its active one, or the first the site named. */
export function preferredNetwork(widget: Widget, namespace: Namespace): Network {
  const state = widget.stores.network.get()
  const network = activeNetwork(state, namespace) ?? networksOf(state, namespace)[0]
  if (!network) throw new NetworkNotFoundError(namespace)
  return network
}
