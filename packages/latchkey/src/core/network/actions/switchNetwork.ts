import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import type { ConnectorId } from '../../connection/family.js'
import { getConnection } from '../../connection/store.js'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { closeModal, goBack, navigate } from '../../modal/actions/navigation.js'
import { withBusy } from '../../modal/busy.js'
import { currentRoute } from '../../modal/store.js'
import { withAttempt } from '../../runtime/attempt.js'
import { AdapterNotFoundError, NetworkNotFoundError } from '../../runtime/errors/network.js'
import type { Widget } from '../../widget.js'
import type { Network } from '../network.js'
import { getNetworkById, isUnsupportedNetwork } from '../store.js'

export type SwitchNetworkParameters = {
  readonly networkId: NetworkId
  readonly signal?: AbortSignal | undefined
}

/** Moves to a network the site asked for; a connected wallet is asked to come along. */
export async function switchNetwork(
  widget: Widget,
  { networkId, signal }: SwitchNetworkParameters,
): Promise<void> {
  const { network } = widget.stores
  const target = getNetworkById(network.get(), networkId)
  if (!target) throw new NetworkNotFoundError(networkId)
  const { namespace } = target
  const wasUnsupported = isUnsupportedNetwork(network.get(), namespace)
  const session = widget.sessions.get(namespace)
  try {
    if (session && session.networkId() !== networkId) {
      await withBusy(widget, 'switch-network', () =>
        withAttempt(widget, 'switch-network', (one) => session.switchNetwork(target, one), signal),
      )
    }
  } catch (error) {
    // What counts is where the wallet is: it may have moved before the visitor stopped waiting.
    if (session?.networkId() !== networkId) throw error
  } finally {
    recordEvent(widget, { event: 'SWITCH_NETWORK', properties: { network: networkId } })
  }
  network.set((state) => ({
    activeNamespace: namespace,
    active: { ...state.active, [namespace]: networkId },
  }))
  if (wasUnsupported) closeModal(widget)
}

type SelectNetworkParameters = { readonly networkId: NetworkId }

/** What follows when the visitor picks a network: nothing, a switch, a question or a new wallet. */
export async function selectNetwork(
  widget: Widget,
  { networkId }: SelectNetworkParameters,
): Promise<void> {
  const state = widget.stores.network.get()
  const target = getNetworkById(state, networkId)
  if (!target) throw new NetworkNotFoundError(networkId)
  const { namespace } = target
  const isThere = state.activeNamespace === namespace && state.active[namespace] === networkId
  if (isThere) return goBack(widget)
  if (getConnection(widget, namespace)) {
    navigate(widget, { view: 'SwitchNetwork', params: { networkId } })
  } else if (namespace !== state.activeNamespace && getConnection(widget)) {
    navigate(widget, { view: 'SwitchActiveChain', params: { namespace, networkId } })
  } else {
    await switchNetwork(widget, { networkId })
    if (currentRoute(widget.stores.router.get()).view === 'Networks') goBack(widget)
  }
}

type SwitchActiveChainParameters = { readonly networkId: NetworkId }

/** Goes over to another chain family, for which a wallet is still to be connected. */
export async function switchActiveChain(
  widget: Widget,
  { networkId }: SwitchActiveChainParameters,
): Promise<void> {
  await switchNetwork(widget, { networkId })
  const { modal, network } = widget.stores
  modal.set({ namespace: network.get().activeNamespace })
  navigate(widget, { view: 'Connect', params: undefined, how: 'reset' })
}

type ConnectNamespaceParameters = {
  readonly connectorId: ConnectorId
  /** Of the chain family to connect the wallet for. */
  readonly networkId: NetworkId
}

/** Asks a wallet for a network of another chain family. That becomes the active one once it agrees. */
export function connectNamespace(
  widget: Widget,
  { connectorId, networkId }: ConnectNamespaceParameters,
): void {
  const namespace = namespaceOf(networkId)
  widget.stores.network.set(({ active }) => ({ active: { ...active, [namespace]: networkId } }))
  navigate(widget, { view: 'ConnectingExternal', params: { connectorId, namespace } })
}

type RemoveNetworkParameters = { readonly networkId: NetworkId }

/** Offers a network no longer. If it was the active one, the first that is left takes its place. */
export function removeNetwork(widget: Widget, { networkId }: RemoveNetworkParameters): void {
  const namespace = namespaceOf(networkId)
  if (!widget.families.has(namespace)) throw new AdapterNotFoundError(namespace)
  const { network } = widget.stores
  const state = network.get()
  if (!getNetworkById(state, networkId)) return
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
  if (getNetworkById(network.get(), added.id)) return
  network.set(({ networks }) => ({ networks: [...networks, added] }))
}
