import { namespaces } from '@latchkey/wire/caip'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { closeModal } from '../../modal/actions/closeModal.js'
import type { Widget } from '../../widget.js'
import { type PairedWallet, pairingConnectorId } from '../pairing.js'
import { adoptPaired, goWhereConnected } from './adoptPaired.js'

/** A wallet may take up an offer that was made before the page was reloaded: listens for that. */
export async function awaitEarlierOffer(widget: Widget): Promise<void> {
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
      goWhereConnected(widget, await adoptPaired(widget, { paired, mode: 'silent' }))
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
