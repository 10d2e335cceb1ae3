import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import { createStore, type Store } from '../runtime/createStore.js'
import type { Network } from './network.js'

export type NetworkState = {
  /** The networks the site asked for, in display order. */
  readonly networks: readonly Network[]
  readonly activeNamespace: Namespace
  /** Where a visitor starts who has chosen nothing. */
  readonly defaultId: NetworkId
  /** The network of each namespace; an id outside `networks` when the wallet chose that. */
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

/** The active network, or undefined while the wallet is on one the site did not ask for. */
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

/** The network a namespace goes back to: the site's default one, or the first of the namespace. */
export function getDefaultNetwork(state: NetworkState, namespace: Namespace): Network | undefined {
  const networks = getNetworks(state, namespace)
  return networks.find(({ id }) => id === state.defaultId) ?? networks[0]
}

export function getNetworks(state: NetworkState, namespace: Namespace): readonly Network[] {
  return state.networks.filter((network) => network.namespace === namespace)
}
