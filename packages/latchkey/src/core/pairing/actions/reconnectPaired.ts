import { type Namespace, namespaces } from '@latchkey/wire/caip'
import type { Claims } from '../../connection/actions/claims.js'
import { restoreNetwork } from '../../connection/effects/syncStoredConnections.js'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { closeModal, openModal } from '../../modal/actions/navigation.js'
import { getNetworks } from '../../network/store.js'
import { whenSignedIn } from '../../siwx/whenSignedIn.js'
import type { Widget } from '../../widget.js'
import { type PairedWallet, pairingConnectorId } from '../store.js'
import { connectApproved, connectPaired } from './connectPaired.js'

export type ReconnectPairedParameters = { readonly claims: Claims }

/**
 * Restores a pairing session from storage. A session without some networks of the site is stale
 * (specification §4): it is ended, and the modal opens to pair again.
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

/** Waits for a wallet to approve an offer that was made before the page was reloaded. */
export async function resumePendingPairing(widget: Widget): Promise<void> {
  const { storage, clock, log } = widget.ports
  const expiresAt = storage.get('pairing_pending')
  const timeLeft = Number(expiresAt) - clock.now()
  // Also false for text that is not a number.
  if (!(timeLeft > 0)) return storage.remove('pairing_pending')

  const connector = await widget.pairing()
  const done = new AbortController()
  async function connectWallet(paired: PairedWallet) {
    done.abort()
    try {
      await connectApproved(widget, { paired, mode: 'silent' })
      const { name } = paired
      recordEvent(widget, { event: 'CONNECT_SUCCESS', properties: { method: 'qrcode', name } })
      whenSignedIn(widget, () => closeModal(widget))
    } catch (error) {
      log.warn('Could not connect the wallet that approved', error)
    }
  }
  const stop = connector.onApproved(connectWallet)
  // `reconnect` restores a session with a stored connection. Without one, the session was approved just
  // before the page was closed.
  const isKnown = namespaces.some(
    (namespace) => storage.get(`${namespace}:connected_connector_id`) === pairingConnectorId,
  )
  const restored = await connector.restore()
  if (restored && !isKnown && !done.signal.aborted) void connectWallet(restored)
  try {
    await clock.sleep(timeLeft, AbortSignal.any([done.signal, widget.signal]))
  } catch {
    // Approved, or the widget is destroyed.
  }
  stop()
  // Keep the entry of a newer offer.
  if (storage.get('pairing_pending') === expiresAt) storage.remove('pairing_pending')
}
