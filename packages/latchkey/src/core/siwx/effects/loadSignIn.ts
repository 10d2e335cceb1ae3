import { getConnection } from '../../connection/store.js'
import type { Widget } from '../../widget.js'
import { failSignInCheck } from '../actions/failSignInCheck.js'

type LoadSignIn = () => Promise<{ watchSignIn(widget: Widget): () => void }>

/** Starts sign-in on sites that use it. A failed load is repeated with the next connection. */
export function loadSignIn(widget: Widget, load: LoadSignIn): () => void {
  if (!widget.siwx) return () => undefined
  const { connection } = widget.stores
  let stop: (() => void) | undefined
  let isLoading = false

  async function start() {
    if (stop || isLoading) return
    isLoading = true
    try {
      const { watchSignIn } = await load()
      if (!widget.signal.aborted) stop = watchSignIn(widget)
    } catch (error) {
      if (getConnection(widget)) void failSignInCheck(widget, { error })
    } finally {
      isLoading = false
    }
  }

  void start()
  const stopRetrying = connection.subscribe(() => getConnection(widget) && start())
  return () => {
    stopRetrying()
    stop?.()
  }
}
