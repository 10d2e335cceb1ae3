import { notify } from '../../modal/actions/notify.js'
import type { Network } from '../../network/network.js'
import * as limits from '../../runtime/limits.js'
import { actionText } from '../../text/modal.js'
import { getOrCreate, type Widget } from '../../widget.js'

/** Whose balance, and where. */
export type Account = { readonly address: string; readonly network: Network }

/** Specification §8, once for all that fails together. */
export function notifyBalanceUnavailable(widget: Widget): void {
  const told = getOrCreate(widget, createTold)
  const now = widget.ports.clock.now()
  const isSeen = widget.stores.modal.get().isOpen || widget.config.embedded
  if (!isSeen || now - told.at < limits.balanceRetryGap) return
  told.at = now
  void notify(widget, { variant: 'error', message: actionText.balanceUnavailable })
}

function createTold(): { at: number } {
  return { at: Number.NEGATIVE_INFINITY }
}
