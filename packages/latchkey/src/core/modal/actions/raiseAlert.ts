import type { Widget } from '../../widget.js'
import type { Alert } from '../notice.js'

/** Tells the site's owner: in the console always, in the modal while `debug` is on. */
export function raiseAlert(widget: Widget, alert: Alert): void {
  const { log } = widget.ports
  if (alert.variant === 'error') log.error(alert.long)
  else log.warn(alert.long)
  widget.stores.notice.set({ alert })
}
