import type { Namespace } from '@latchkey/wire/caip'
import { recallNetwork } from '../effects/rememberNetworks.js'
import { pairingConnectorId } from '../pairing.js'
import { disconnected } from '../stores/connection.js'
import { networksOf } from '../stores/network.js'
import type { Widget } from '../widget.js'
import { adoptPaired } from './adoptPaired.js'

export type ReconnectPairedParameters = { readonly namespaces: readonly Namespace[] }

/**
 * Takes up a stored pairing session from storage alone. A chain family that wants networks the wallet
 * was never asked for is stale (specification §4) and is left; a session that is of use to none is ended.
 */
export async function reconnectPaired(
  widget: Widget,
  { namespaces }: ReconnectPairedParameters,
): Promise<void> {
  const { connection, network } = widget.stores
  for (const namespace of namespaces) {
    connection.set({ [namespace]: { status: 'connecting', connectorId: pairingConnectorId } })
    recallNetwork(widget, namespace)
  }
  try {
    const connector = await widget.pairing()
    const paired = await connector.restore()
    const fresh = namespaces.filter(
      (namespace) => !paired?.isStale(networksOf(network.get(), namespace).map(({ id }) => id)),
    )
    if (fresh.length === 0) await paired?.end()
    else if (paired) await adoptPaired(widget, { paired, mode: 'silent', namespaces: fresh })
  } catch (error) {
    widget.ports.log.warn('Could not restore the paired wallet', error)
  }
  for (const namespace of namespaces) {
    if (connection.get()[namespace]?.status === 'connecting') {
      connection.set({ [namespace]: disconnected })
    }
  }
}
