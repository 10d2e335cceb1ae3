import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import { navigate } from '../../modal/actions/navigate.js'
import type { Widget } from '../../widget.js'
import type { ConnectorId } from '../family.js'

export type ConnectThereParameters = {
  readonly connectorId: ConnectorId
  /** Of the chain family to connect the wallet for. */
  readonly networkId: NetworkId
}

/** Asks a wallet for a network of another chain family. That becomes the active one once it agrees. */
export function connectNamespace(
  widget: Widget,
  { connectorId, networkId }: ConnectThereParameters,
): void {
  const namespace = namespaceOf(networkId)
  widget.stores.network.set(({ active }) => ({ active: { ...active, [namespace]: networkId } }))
  navigate(widget, { view: 'ConnectingExternal', params: { connectorId, namespace } })
}
