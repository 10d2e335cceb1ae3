import { navigate } from '../../../core/modal/actions/navigation.js'
import { notify } from '../../../core/modal/actions/notify.js'
import * as receiveText from '../../../core/text/receive.js'
import type { Widget } from '../../../core/widget.js'

/** Leaves the view when the account is gone. */
export async function leaveReceive(widget: Widget): Promise<void> {
  // After a disconnect the modal is already closed.
  if (!widget.stores.modal.get().isOpen) return
  navigate(widget, { view: 'Connect', params: undefined, how: 'reset' })
  await notify(widget, { variant: 'error', message: receiveText.receive.lost })
}
