import type { Widget } from '../widget.js'
import { adoptPaired } from './adoptPaired.js'
import { closeModal } from './closeModal.js'
import { recordEvent } from './recordEvent.js'

/** A wallet may take up an offer that was made before the page was reloaded: listens for that. */
export async function awaitEarlierOffer(widget: Widget): Promise<void> {
  const { storage, clock, log } = widget.ports
  const until = storage.get('pairing_pending')
  if (until === undefined) return
  const left = until - clock.now()
  if (left <= 0) return storage.remove('pairing_pending')

  const connector = await widget.pairing()
  const done = new AbortController()
  const stop = connector.onTakenUp(async (paired) => {
    done.abort()
    try {
      await adoptPaired(widget, { paired, mode: 'silent' })
      const { name } = paired
      recordEvent(widget, { event: 'CONNECT_SUCCESS', properties: { method: 'qrcode', name } })
      closeModal(widget)
    } catch (error) {
      log.warn('The wallet that answered could not be connected', error)
    }
  })
  await connector.restore()
  try {
    await clock.sleep(left, AbortSignal.any([done.signal, widget.signal]))
  } catch {
    // Taken up, or the widget is gone.
  }
  stop()
  storage.remove('pairing_pending')
}
