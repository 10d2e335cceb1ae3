import { navigate } from '../../../core/modal/actions/navigation.js'
import { notify } from '../../../core/modal/actions/notify.js'
import * as receiveText from '../../../core/text/receive.js'
import type { Widget } from '../../../core/widget.js'

/** Whoever has no account any more has nothing to receive with. */
export async function leaveWithoutAccount(widget: Widget): Promise<void> {
  // The modal closes by itself when the visitor disconnects.
  if (!widget.stores.modal.get().isOpen) return
  navigate(widget, { view: 'Connect', params: undefined, how: 'reset' })
  await notify(widget, { variant: 'error', message: receiveText.receive.lost })
}
