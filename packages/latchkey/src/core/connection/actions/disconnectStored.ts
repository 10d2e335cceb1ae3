import { namespaces } from '@latchkey/wire/caip'
import { clearLogin, openLoginConnector } from '../../login/actions/loginSession.js'
import { loginConnectorId } from '../../login/login.js'
import { pairingConnectorId } from '../../pairing/store.js'
import { WalletTimeoutError } from '../../runtime/errors/wallet.js'
import * as limits from '../../runtime/limits.js'
import { withTimeout } from '../../runtime/withTimeout.js'
import type { Widget } from '../../widget.js'
import type { ConnectorId } from '../family.js'

/** Ends the connections of an earlier page, for sites without reconnect (specification §4). */
export async function disconnectStored(widget: Widget): Promise<void> {
  const { storage } = widget.ports
  const stored = new Set<ConnectorId>()
  for (const namespace of namespaces) {
    const connectorId = storage.get(`${namespace}:connected_connector_id`)
    if (connectorId !== undefined) stored.add(connectorId)
    storage.remove(`${namespace}:connected_connector_id`)
  }
  storage.set('connected_namespaces', '')
  storage.set('connection_status', 'disconnected')
  await Promise.all(
    [...stored].map((connectorId) => disconnectStoredConnector(widget, { connectorId })),
  )
}

type DisconnectStoredConnectorParameters = { readonly connectorId: ConnectorId }

/** Ends the pairing session or the log-in of an earlier page that this page has not restored. */
export async function disconnectStoredConnector(
  widget: Widget,
  { connectorId }: DisconnectStoredConnectorParameters,
): Promise<void> {
  const { config, ports } = widget
  const late = () => new WalletTimeoutError(connectorId)
  await withTimeout(ports.clock, { limit: limits.disconnectWait, late }, async (signal) => {
    if (connectorId === pairingConnectorId && config.pairing) {
      const connector = await widget.pairing()
      await (await connector.restore())?.end()
    } else if (connectorId === loginConnectorId && config.loginUrl) {
      const connector = await openLoginConnector(widget)
      await connector.request('SIGN_OUT', undefined, { signal })
    }
  }).finally(() => connectorId === loginConnectorId && clearLogin(widget))
}
