import { type Namespace, namespaces } from '@latchkey/wire/caip'
import type { ConnectorId } from '../family.js'
import { loginConnectorId } from '../login.js'
import { pairingConnectorId } from '../pairing.js'
import { connectionOf, disconnected } from '../stores/connection.js'
import type { Widget } from '../widget.js'

/** Takes up what the visitor left connected, each namespace on its own, without asking anything. */
export async function reconnect(widget: Widget): Promise<void> {
  const { storage } = widget.ports
  const { connection } = widget.stores
  const lost = namespaces.filter(
    (namespace) => connectionOf(connection.get(), namespace).status === 'disconnected',
  )
  const left = (connectorId: ConnectorId) =>
    lost.filter((namespace) => storage.get(`${namespace}:connected_connector_id`) === connectorId)
  const paired = left(pairingConnectorId)
  const loggedIn = left(loginConnectorId)
  if (widget.config.pairing && storage.get('pairing_pending') !== undefined) {
    void takeUpEarlierOffer(widget)
  }
  await Promise.all([
    ...(paired.length > 0 ? [restorePaired(widget, paired)] : []),
    ...(loggedIn.length > 0 ? [restoreLogin(widget, loggedIn)] : []),
    ...lost
      .filter((namespace) => ![...paired, ...loggedIn].includes(namespace))
      .map((namespace) => restoreAnnounced(widget, namespace)),
  ])
  if (storage.get('connections') !== undefined) void takeUpOthers(widget)
}

/** Wallets kept beside those, where the site lets visitors have several. */
async function takeUpOthers(widget: Widget): Promise<void> {
  try {
    const others = await import('./restoreOthers.js')
    await others.restoreOthers(widget)
  } catch (error) {
    widget.ports.log.warn('Further wallets could not be taken up', error)
  }
}

/** What restores a connection is loaded by the pages that have one of its kind. */
async function restorePaired(widget: Widget, namespaces: readonly Namespace[]): Promise<void> {
  const { reconnectPaired } = await import('./reconnectPaired.js')
  await reconnectPaired(widget, { namespaces })
}

async function restoreLogin(widget: Widget, namespaces: readonly Namespace[]): Promise<void> {
  const { reconnectLogin } = await import('./reconnectLogin.js')
  await reconnectLogin(widget, { namespaces })
}

async function restoreAnnounced(widget: Widget, namespace: Namespace): Promise<void> {
  const { connection } = widget.stores
  const connectorId = widget.ports.storage.get(`${namespace}:connected_connector_id`)
  if (connectorId === undefined || !widget.families.has(namespace)) return
  connection.set({ [namespace]: { status: 'connecting', connectorId } })
  /** Until the visitor connects or disconnects by hand. */
  const isStillOurs = () => {
    const state = connection.get()[namespace]
    return state?.status === 'connecting' && state.connectorId === connectorId
  }
  try {
    const { reconnectAnnounced } = await import('./reconnectAnnounced.js')
    await reconnectAnnounced(widget, { namespace, connectorId, isStillOurs })
  } catch (error) {
    widget.ports.log.warn(`Could not restore the connection to ${connectorId}`, error)
  }
  if (isStillOurs()) connection.set({ [namespace]: disconnected })
}

/** A wallet may answer an offer made before the page was reloaded. */
async function takeUpEarlierOffer(widget: Widget): Promise<void> {
  try {
    const earlier = await import('./awaitEarlierOffer.js')
    await earlier.awaitEarlierOffer(widget)
  } catch (error) {
    widget.ports.log.warn('An earlier pairing could not be taken up', error)
  }
}
