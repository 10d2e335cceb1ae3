import { disconnect } from '../../connection/actions/disconnect.js'
import { getConnection } from '../../connection/store.js'
import { presentError } from '../../modal/actions/notify.js'
import { LoadError } from '../../runtime/errors/WidgetError.js'
import type { Widget } from '../../widget.js'

type LoadSignIn = () => Promise<{ watchSignIn(widget: Widget): () => void }>

/**
 * Starts sign-in on sites that use it. If it cannot be loaded, wallets are disconnected rather than left
 * unsigned, and the next connection loads it again.
 */
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
    } catch (cause) {
      if (getConnection(widget)) await fail(cause)
    } finally {
      isLoading = false
    }
  }

  async function fail(cause: unknown) {
    try {
      await disconnect(widget, { keepOpen: true })
    } catch (error) {
      widget.ports.log.warn('The wallet was not notified', error)
    }
    presentError(widget, new LoadError({ cause }))
  }

  void start()
  const stopRetrying = connection.subscribe(() => getConnection(widget) && start())
  return () => {
    stopRetrying()
    stop?.()
  }
}
