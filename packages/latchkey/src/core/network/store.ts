import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import { createStore, type Store } from '../runtime/createStore.js'
import type { Network } from './network.js'

export type NetworkState = {
  /** The networks of the site, in display order. */
  readonly networks: readonly Network[]
  readonly activeNamespace: Namespace
  /** The network of visitors who have not chosen one. */
  readonly defaultId: NetworkId
  /** The network of each namespace; not in `networks` if the wallet is on an unsupported one. */
  readonly active: { readonly [namespace in Namespace]?: NetworkId }
}

export function createNetworkStore(initial: NetworkState): Store<NetworkState> {
  return createStore(initial)
}

export function getNetworkById(
  state: NetworkState,
  id: NetworkId | undefined,
): Network | undefined {
  return state.networks.find((network) => network.id === id)
}

/** The active network; undefined if it is unsupported. */
export function getActiveNetwork(
  state: NetworkState,
  namespace: Namespace = state.activeNamespace,
): Network | undefined {
  return getNetworkById(state, state.active[namespace])
}

export function isUnsupportedNetwork(
  state: NetworkState,
  namespace: Namespace = state.activeNamespace,
): boolean {
  const id = state.active[namespace]
  return id !== undefined && getNetworkById(state, id) === undefined
}

/** The site's default network, or the first of the namespace. */
export function getDefaultNetwork(state: NetworkState, namespace: Namespace): Network | undefined {
  const networks = getNetworks(state, namespace)
  return networks.find(({ id }) => id === state.defaultId) ?? networks[0]
}

export function getNetworks(state: NetworkState, namespace: Namespace): readonly Network[] {
  return state.networks.filter((network) => network.namespace === namespace)
}
