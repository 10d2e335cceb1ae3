import { getConnection } from '../../../core/connection/store.js'
import { openModal } from '../../../core/modal/actions/navigation.js'
import { ModalClosedError } from '../../../core/runtime/errors/connection.js'
import { SignInNotConfiguredError } from '../../../core/runtime/errors/siwx.js'
import { openSignIn } from '../../../core/siwx/actions/openSignIn.js'
import type { SiwxSession } from '../../../core/siwx/siwx.js'
import type { Widget } from '../../../core/widget.js'

/** Opens the view that comes next and resolves once the visitor is signed in. */
export async function requestSignIn(
  widget: Widget,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<SiwxSession> {
  if (!widget.siwx) throw new SignInNotConfiguredError()
  const { siwx, modal } = widget.stores
  const anySignal = signal ? AbortSignal.any([signal, widget.signal]) : widget.signal
  anySignal.throwIfAborted()
  let hasOpened = false

  /** Opens the modal once; a restored connection is checked first. */
  function open() {
    const { status } = siwx.get()
    if (hasOpened || status === 'checking') return
    if (status === 'off' && getConnection(widget)) return
    hasOpened = true
    if (status === 'off') openModal(widget)
    else openSignIn(widget)
  }

  return new Promise((resolve, reject) => {
    const check = () => {
      const { session } = siwx.get()
      const isLeft = hasOpened && !modal.get().isOpen && !widget.config.embedded
      if (!session && !isLeft && !anySignal.aborted) return open()
      for (const stop of stops) stop()
      anySignal.removeEventListener('abort', check)
      if (session) resolve(session)
      else reject(anySignal.aborted ? anySignal.reason : new ModalClosedError())
    }
    const stops = [siwx.subscribe(check), modal.subscribe(check)]
    anySignal.addEventListener('abort', check, { once: true })
    check()
  })
}
