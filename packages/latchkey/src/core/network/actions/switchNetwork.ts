import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import type { ConnectorId } from '../../connection/family.js'
import { getConnection } from '../../connection/store.js'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { closeModal, goBack, navigate } from '../../modal/actions/navigation.js'
import { withBusy } from '../../modal/actions/withBusy.js'
import { currentRoute } from '../../modal/store.js'
import { withAttempt } from '../../runtime/attempt.js'
import { AdapterNotFoundError, NetworkNotFoundError } from '../../runtime/errors/network.js'
import { whenSignedIn } from '../../siwx/whenSignedIn.js'
import type { Widget } from '../../widget.js'
import type { Network } from '../network.js'
import { getNetworkById, isUnsupportedNetwork } from '../store.js'

export type SwitchNetworkParameters = {
  readonly networkId: NetworkId
  readonly signal?: AbortSignal | undefined
}

/** Switches to a network of the site. A connected wallet is prompted to switch too. */
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
        withAttempt(
          widget,
          'switch-network',
          (attempt) => session.switchNetwork(target, attempt),
          signal,
        ),
      )
    }
  } catch (error) {
    // The wallet may have switched before the visitor stopped waiting.
    if (session?.networkId() !== networkId) throw error
  } finally {
    recordEvent(widget, { event: 'SWITCH_NETWORK', properties: { network: networkId } })
  }
  network.set((state) => ({
    activeNamespace: namespace,
    active: { ...state.active, [namespace]: networkId },
  }))
  if (wasUnsupported) whenSignedIn(widget, () => closeModal(widget))
}

type SelectNetworkParameters = { readonly networkId: NetworkId }

/** Handles the choice of a network: goes back, switches, or shows the view that has to come first. */
export async function selectNetwork(
  widget: Widget,
  { networkId }: SelectNetworkParameters,
): Promise<void> {
  const state = widget.stores.network.get()
  const target = getNetworkById(state, networkId)
  if (!target) throw new NetworkNotFoundError(networkId)
  const { namespace } = target
  const isActive = state.activeNamespace === namespace && state.active[namespace] === networkId
  if (isActive) return goBack(widget)
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

/** Switches to another namespace that has no wallet yet, and shows Connect. */
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
  /** A network of the namespace to connect. */
  readonly networkId: NetworkId
}

/** Connects a wallet in another namespace, which becomes active once the wallet approves. */
export function connectNamespace(
  widget: Widget,
  { connectorId, networkId }: ConnectNamespaceParameters,
): void {
  const namespace = namespaceOf(networkId)
  widget.stores.network.set(({ active }) => ({ active: { ...active, [namespace]: networkId } }))
  navigate(widget, { view: 'ConnectingExternal', params: { connectorId, namespace } })
}

type AddNetworkParameters = { readonly network: Network }

/** Adds a network; does nothing if it exists. */
export function addNetwork(widget: Widget, { network: added }: AddNetworkParameters): void {
  if (!widget.families.has(added.namespace)) throw new AdapterNotFoundError(added.namespace)
  const { network } = widget.stores
  if (getNetworkById(network.get(), added.id)) return
  network.set(({ networks }) => ({ networks: [...networks, added] }))
}

type RemoveNetworkParameters = { readonly networkId: NetworkId }

/** Removes a network. If it was the active one, the next of its namespace becomes active. */
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
    // If the wallet does not switch, the visitor sees the view for unsupported networks.
    switchNetwork(widget, { networkId: next.id }).catch((error: unknown) =>
      widget.ports.log.warn(`The wallet did not leave ${networkId}`, error),
    )
  } else {
    network.set({ active: { ...state.active, [namespace]: next.id } })
  }
}
