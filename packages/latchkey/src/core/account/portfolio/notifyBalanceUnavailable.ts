import { notify } from '../../modal/actions/notify.js'
import type { Network } from '../../network/network.js'
import * as limits from '../../runtime/limits.js'
import { actionText } from '../../text/modal.js'
import { getOrCreate, type Widget } from '../../widget.js'

export type Account = { readonly address: string; readonly network: Network }

/** Shows the toast of specification §8, at most once per retry gap. */
export function notifyBalanceUnavailable(widget: Widget): void {
  const last = getOrCreate(widget, createLast)
  const now = widget.ports.clock.now()
  const isVisible = widget.stores.modal.get().isOpen || widget.config.embedded
  if (!isVisible || now - last.at < limits.balanceRetryGap) return
  last.at = now
  void notify(widget, { variant: 'error', message: actionText.balanceUnavailable })
}

function createLast(): { at: number } {
  return { at: Number.NEGATIVE_INFINITY }
}
