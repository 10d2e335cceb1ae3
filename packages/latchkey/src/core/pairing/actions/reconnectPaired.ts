import { type Namespace, namespaces } from '@latchkey/wire/caip'
import type { Claims } from '../../connection/actions/claims.js'
import { restoreNetwork } from '../../connection/effects/syncStoredConnections.js'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { closeModal, openModal } from '../../modal/actions/navigation.js'
import { getNetworks } from '../../network/store.js'
import type { Widget } from '../../widget.js'
import { type PairedWallet, pairingConnectorId } from '../pairing.js'
import { connectPaired, switchToConnected } from './connectPaired.js'

export type ReconnectPairedParameters = { readonly claims: Claims }

/**
 * Restores a stored pairing session from storage alone. One that lacks networks of any of its families
 * is stale (specification §4): it is ended, and the visitor is asked to pair again.
 */
export async function reconnectPaired(
  widget: Widget,
  { claims }: ReconnectPairedParameters,
): Promise<void> {
  const { network } = widget.stores
  for (const namespace of claims.keys()) restoreNetwork(widget, namespace)
  const connector = await widget.pairing()
  const paired = await connector.restore()
  if (!paired) return
  const isStale = (namespace: Namespace) =>
    paired.isStale(getNetworks(network.get(), namespace).map(({ id }) => id))
  if (![...claims.keys()].some(isStale)) {
    await connectPaired(widget, { paired, mode: 'silent', claims })
    return
  }
  await paired.end()
  if ([...claims.values()].every((claim) => claim.isCurrent())) {
    openModal(widget, { route: { view: 'ConnectingWalletConnect', params: {} } })
  }
}

/** A wallet may take up an offer that was made before the page was reloaded: listens for that. */
export async function resumePendingPairing(widget: Widget): Promise<void> {
  const { storage, clock, log } = widget.ports
  const until = storage.get('pairing_pending')
  if (until === undefined) return
  const left = until - clock.now()
  if (left <= 0) return storage.remove('pairing_pending')

  const connector = await widget.pairing()
  const done = new AbortController()
  async function take(paired: PairedWallet) {
    done.abort()
    try {
      switchToConnected(widget, await connectPaired(widget, { paired, mode: 'silent' }))
      const { name } = paired
      recordEvent(widget, { event: 'CONNECT_SUCCESS', properties: { method: 'qrcode', name } })
      closeModal(widget)
    } catch (error) {
      log.warn('The wallet that answered could not be connected', error)
    }
  }
  const stop = connector.onTakenUp(take)
  // A session whose connection is written down is taken up by `reconnect`; this one was made in the
  // moment before the page went away.
  const isKnown = namespaces.some(
    (namespace) => storage.get(`${namespace}:connected_connector_id`) === pairingConnectorId,
  )
  const kept = await connector.restore()
  if (kept && !isKnown && !done.signal.aborted) void take(kept)
  try {
    await clock.sleep(left, AbortSignal.any([done.signal, widget.signal]))
  } catch {
    // Taken up, or the widget is gone.
  }
  stop()
  // A newer offer has a note of its own.
  if (storage.get('pairing_pending') === until) storage.remove('pairing_pending')
}
