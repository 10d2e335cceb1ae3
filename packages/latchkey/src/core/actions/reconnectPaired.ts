import type { Namespace } from '@latchkey/wire/caip'
import { pairingConnectorId } from '../pairing.js'
import { disconnected } from '../stores/connection.js'
import type { Widget } from '../widget.js'
import { adoptPaired } from './adoptPaired.js'

export type ReconnectPairedParameters = { readonly namespaces: readonly Namespace[] }

/** Takes up a stored pairing session from storage alone; a stale one is ended (specification §4). */
export async function reconnectPaired(
  widget: Widget,
  { namespaces }: ReconnectPairedParameters,
): Promise<void> {
  const { connection, network } = widget.stores
  for (const namespace of namespaces) {
    connection.set({ [namespace]: { status: 'connecting', connectorId: pairingConnectorId } })
  }
  try {
    const connector = await widget.pairing()
    const paired = await connector.restore()
    if (paired?.isStale(network.get().networks.map(({ id }) => id))) await paired.end()
    else if (paired) await adoptPaired(widget, { paired, mode: 'silent' })
  } catch (error) {
    widget.ports.log.warn('Could not restore the paired wallet', error)
  }
  for (const namespace of namespaces) {
    if (connection.get()[namespace]?.status === 'connecting') {
      connection.set({ [namespace]: disconnected })
    }
  }
}
