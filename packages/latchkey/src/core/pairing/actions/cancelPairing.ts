import { endAttempt } from '../../runtime/attempt.js'
import type { Widget } from '../../widget.js'

/** Withdraws the offer. */
export function cancelPairing(widget: Widget): void {
  endAttempt(widget, 'pairing')
}
