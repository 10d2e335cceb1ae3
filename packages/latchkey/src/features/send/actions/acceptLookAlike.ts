import type { Widget } from '../../../core/widget.js'
import { sendStoreOf } from '../store.js'
import { changeIntent } from './changeIntent.js'

/** The visitor compared both addresses and means the new one. */
export function acceptLookAlike(widget: Widget): void {
  const { intent } = sendStoreOf(widget).get()
  if (intent) changeIntent(widget, { id: intent.id, change: { lookAlike: undefined } })
}
