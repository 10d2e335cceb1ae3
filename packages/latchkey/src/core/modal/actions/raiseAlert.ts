import type { Widget } from '../../widget.js'
import type { Alert } from '../store.js'

/** Reports a problem to the site's developer: in the console, and in the modal with `debug`. */
export function raiseAlert(widget: Widget, alert: Alert): void {
  const { log } = widget.ports
  if (alert.variant === 'error') log.error(alert.long)
  else log.warn(alert.long)
  widget.stores.notice.set({ alert })
}
