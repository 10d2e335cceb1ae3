import { type Namespace, namespaces } from '@latchkey/wire/caip'
import { loginConnectorId } from '../../login/login.js'
import { pairingConnectorId } from '../../pairing/store.js'
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

/** Restores the connections of an earlier page without prompting, each namespace separately. */
export async function reconnect(widget: Widget): Promise<void> {
  const { log, storage } = widget.ports
  if (widget.config.pairing && storage.get('pairing_pending') !== undefined) {
    void resumePairing(widget)
  }
  await reconnectStored(widget)
  if (storage.get('connections') === undefined) return
  // Further wallets, if the site allows several.
  import('./reconnectOthers.js')
    .then(({ reconnectOthers }) => reconnectOthers(widget))
    .catch((error: unknown) => log.warn('Could not restore further wallets', error))
}

/** Restores the stored connections of all namespaces without a pending step. */
export async function reconnectStored(widget: Widget): Promise<void> {
  const groups = new Map<ConnectorId, Map<Namespace, Claim>>()
  for (const namespace of namespaces) {
    const { status } = getConnectionState(widget.stores.connection.get(), namespace)
    const connectorId = widget.ports.storage.get(`${namespace}:connected_connector_id`)
    const isFree = status !== 'connected' && !isClaimed(widget, namespace)
    if (!isFree || !widget.families.has(namespace)) continue
    if (connectorId === undefined) {
      // Another tab may have disconnected it while this page was loading.
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

/** Loads only the code for the kind of connection that is stored. */
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

/** A wallet may approve a pairing that was offered before the page was reloaded. */
async function resumePairing(widget: Widget): Promise<void> {
  try {
    const { resumePendingPairing } = await import('../../pairing/actions/reconnectPaired.js')
    await resumePendingPairing(widget)
  } catch (error) {
    widget.ports.log.warn('Could not resume an earlier pairing', error)
  }
}

/** Connects the wallet whose browser shows this page, as soon as it is announced. */
export function autoConnectHost(widget: Widget): () => void {
  const { registry } = widget.stores

  async function check() {
    const wallet = registry.get().announced.find(({ isHost }) => isHost)
    if (!wallet) return
    try {
      const { connectHost } = await import('./reconnectAnnounced.js')
      await connectHost(widget, { wallet })
    } catch (error) {
      widget.ports.log.warn(`Could not connect ${wallet.name}, which shows this page`, error)
    }
  }

  void check()
  return registry.subscribe(check)
}
