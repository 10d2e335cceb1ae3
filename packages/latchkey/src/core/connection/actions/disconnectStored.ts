import { namespaces } from '@latchkey/wire/caip'
import { forgetLogin } from '../../login/actions/rememberLogin.js'
import { loginConnectorId } from '../../login/login.js'
import { openLogin } from '../../login/openLogin.js'
import { pairingConnectorId } from '../../pairing/pairing.js'
import { withDeadline } from '../../runtime/deadline.js'
import { WalletTimeoutError } from '../../runtime/errors/wallet.js'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import type { ConnectorId } from '../family.js'

/** Ends what an earlier page left connected, where the site wants no reconnecting (specification §4). */
export async function disconnectStored(widget: Widget): Promise<void> {
  const { storage } = widget.ports
  const stored = new Set<ConnectorId>()
  for (const namespace of namespaces) {
    const connectorId = storage.get(`${namespace}:connected_connector_id`)
    if (connectorId !== undefined) stored.add(connectorId)
    storage.remove(`${namespace}:connected_connector_id`)
  }
  storage.set('connected_namespaces', [])
  storage.set('connection_status', 'disconnected')
  await Promise.all([...stored].map((connectorId) => endStored(widget, { connectorId })))
}

type EndStoredParameters = { readonly connectorId: ConnectorId }

/** Ends the pairing session or the login of an earlier page, which this page has not restored. */
export async function endStored(
  widget: Widget,
  { connectorId }: EndStoredParameters,
): Promise<void> {
  const { config, ports } = widget
  const late = () => new WalletTimeoutError(connectorId)
  await withDeadline(ports.clock, { limit: limits.disconnectWait, late }, async (signal) => {
    if (connectorId === pairingConnectorId && config.pairing) {
      const connector = await widget.pairing()
      await (await connector.restore())?.end()
    } else if (connectorId === loginConnectorId && config.loginUrl) {
      const connector = await openLogin(widget)
      await connector.request('SIGN_OUT', undefined, { signal })
    }
  }).finally(() => connectorId === loginConnectorId && forgetLogin(widget))
}
