import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import { createStore, type Store } from '../createStore.js'
import type { Network } from '../network.js'

export type NetworkState = {
  /** The networks the site asked for, in display order. */
  readonly networks: readonly Network[]
  readonly activeNamespace: Namespace
  /** The network of each namespace; an id outside `networks` when the wallet chose that. */
  readonly active: { readonly [namespace in Namespace]?: NetworkId }
}

export function createNetworkStore(initial: NetworkState): Store<NetworkState> {
  return createStore(initial)
}

export function networkById(state: NetworkState, id: NetworkId | undefined): Network | undefined {
  return state.networks.find((network) => network.id === id)
}

/** The active network, or undefined while the wallet is on one the site did not ask for. */
export function activeNetwork(
  state: NetworkState,
  namespace: Namespace = state.activeNamespace,
): Network | undefined {
  return networkById(state, state.active[namespace])
}

export function isUnsupported(
  state: NetworkState,
  namespace: Namespace = state.activeNamespace,
): boolean {
  const id = state.active[namespace]
  return id !== undefined && networkById(state, id) === undefined
}

export function networksOf(state: NetworkState, namespace: Namespace): readonly Network[] {
  return state.networks.filter((network) => network.namespace === namespace)
}
