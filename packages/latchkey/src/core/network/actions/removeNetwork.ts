import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import { AdapterNotFoundError } from '../../runtime/errors/network.js'
import type { Widget } from '../../widget.js'
import type { Network } from '../network.js'
import { networkById } from '../store.js'
import { switchNetwork } from './switchNetwork.js'

export type RemoveNetworkParameters = { readonly networkId: NetworkId }

/** Offers a network no longer. If it was the active one, the first that is left takes its place. */
export function removeNetwork(widget: Widget, { networkId }: RemoveNetworkParameters): void {
  const namespace = namespaceOf(networkId)
  if (!widget.families.has(namespace)) throw new AdapterNotFoundError(namespace)
  const { network } = widget.stores
  const state = network.get()
  if (!networkById(state, networkId)) return
  const networks = state.networks.filter(({ id }) => id !== networkId)
  const next = networks.find((one) => one.namespace === namespace)
  network.set({ networks })
  if (state.active[namespace] !== networkId || !next) return
  if (widget.sessions.has(namespace)) {
    // The wallet is asked along; if it stays, the visitor is on an unsupported network and is told.
    switchNetwork(widget, { networkId: next.id }).catch((error: unknown) =>
      widget.ports.log.warn(`The wallet stays on ${networkId}`, error),
    )
  } else {
    network.set({ active: { ...state.active, [namespace]: next.id } })
  }
}

type AddNetworkParameters = { readonly network: Network }

/** Offers one more network; one that is there already stays as it is. */
export function addNetwork(widget: Widget, { network: added }: AddNetworkParameters): void {
  if (!widget.families.has(added.namespace)) throw new AdapterNotFoundError(added.namespace)
  const { network } = widget.stores
  if (networkById(network.get(), added.id)) return
  network.set(({ networks }) => ({ networks: [...networks, added] }))
}
