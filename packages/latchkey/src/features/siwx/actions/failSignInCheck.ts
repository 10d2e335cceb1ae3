import { disconnect } from '../../../core/connection/actions/disconnect.js'
import { openModal } from '../../../core/modal/actions/navigation.js'
import { notify } from '../../../core/modal/actions/notify.js'
import { signOutsOf } from '../../../core/siwx/signOuts.js'
import { siwxText } from '../../../core/text/siwx.js'
import type { Widget } from '../../../core/widget.js'

export type FailSignInCheckParameters = { readonly error: unknown }

/** The sessions could not be read: disconnects, shows Connect and an error (specification §8). */
export async function failSignInCheck(
  widget: Widget,
  { error }: FailSignInCheckParameters,
): Promise<void> {
  const { log } = widget.ports
  log.error(siwxText.checkFailed, error)
  // The sessions may be valid: a later visit can use them.
  const signOuts = signOutsOf(widget)
  signOuts.isPaused = true
  try {
    const namespace = widget.stores.network.get().activeNamespace
    await disconnect(widget, { namespace, keepOpen: true })
  } catch (cause) {
    log.warn('The wallet was not notified', cause)
  } finally {
    signOuts.isPaused = false
  }
  if (!widget.stores.modal.get().isOpen && !widget.config.embedded) openModal(widget)
  void notify(widget, { variant: 'error', message: siwxText.checkFailed })
}
