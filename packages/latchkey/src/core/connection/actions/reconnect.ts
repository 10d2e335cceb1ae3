import { type Namespace, namespaces } from '@latchkey/wire/caip'
import { loginConnectorId } from '../../login/login.js'
import { pairingConnectorId } from '../../pairing/pairing.js'
import type { Widget } from '../../widget.js'
import type { ConnectorId } from '../family.js'
import { getConnectionState } from '../store.js'
import {
  beginConnecting,
  type Claim,
  type Claims,
  failConnecting,
  getCurrentClaim,
  isClaimed,
} from './claims.js'

/** Restores what the visitor left connected, each namespace on its own, without asking anything. */
export async function reconnect(widget: Widget): Promise<void> {
  const { log, storage } = widget.ports
  if (widget.config.pairing && storage.get('pairing_pending') !== undefined) {
    void takeUpEarlierOffer(widget)
  }
  await reconnectStored(widget)
  if (storage.get('connections') === undefined) return
  // Wallets kept beside those, where the site lets visitors have several.
  import('./reconnectOthers.js')
    .then(({ reconnectOthers }) => reconnectOthers(widget))
    .catch((error: unknown) => log.warn('Further wallets could not be restored', error))
}

/** Restores the stored connections of all chain families that nothing else is under way for. */
export async function reconnectStored(widget: Widget): Promise<void> {
  const groups = new Map<ConnectorId, Map<Namespace, Claim>>()
  for (const namespace of namespaces) {
    const { status } = getConnectionState(widget.stores.connection.get(), namespace)
    const connectorId = widget.ports.storage.get(`${namespace}:connected_connector_id`)
    const isFree = status !== 'connected' && !isClaimed(widget, namespace)
    if (!isFree || !widget.families.has(namespace)) continue
    if (connectorId === undefined) {
      // Another tab may have disconnected it since this page began to load.
      failConnecting(widget, getCurrentClaim(widget, namespace))
      continue
    }
    const claims = groups.get(connectorId) ?? new Map<Namespace, Claim>()
    groups.set(connectorId, claims)
    claims.set(namespace, beginConnecting(widget, { namespace, connectorId }))
  }
  await Promise.all(
    [...groups].map(([connectorId, claims]) => restore(widget, connectorId, claims)),
  )
}

/** What restores a connection is loaded by the pages that have one of its kind. */
async function restore(widget: Widget, connectorId: ConnectorId, claims: Claims): Promise<void> {
  try {
    if (connectorId === pairingConnectorId) {
      const { reconnectPaired } = await import('../../pairing/actions/reconnectPaired.js')
      await reconnectPaired(widget, { claims })
    } else if (connectorId === loginConnectorId) {
      const { reconnectLogin } = await import('../../login/actions/reconnectLogin.js')
      await reconnectLogin(widget, { claims })
    } else {
      const { reconnectAnnounced } = await import('./reconnectAnnounced.js')
      const each = [...claims.values()].map((claim) =>
        reconnectAnnounced(widget, { claim, connectorId }),
      )
      await Promise.all(each)
    }
  } catch (error) {
    widget.ports.log.warn(`Could not restore the connection to ${connectorId}`, error)
  }
  for (const claim of claims.values()) failConnecting(widget, claim)
}

/** A wallet may answer an offer made before the page was reloaded. */
async function takeUpEarlierOffer(widget: Widget): Promise<void> {
  try {
    const earlier = await import('../../pairing/actions/reconnectPaired.js')
    await earlier.resumePendingPairing(widget)
  } catch (error) {
    widget.ports.log.warn('An earlier pairing could not be taken up', error)
  }
}

/** Connects the wallet the page runs in, as soon as it is found. */
export function autoConnectHost(widget: Widget): () => void {
  const { registry } = widget.stores

  async function check() {
    const wallet = registry.get().announced.find(({ isHost }) => isHost)
    if (!wallet) return
    try {
      const { connectHost } = await import('../actions/reconnectAnnounced.js')
      await connectHost(widget, { wallet })
    } catch (error) {
      widget.ports.log.warn(`The page runs in ${wallet.name}, which did not connect`, error)
    }
  }

  void check()
  return registry.subscribe(check)
}
