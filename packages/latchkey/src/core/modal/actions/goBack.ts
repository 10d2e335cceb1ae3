import { connectionOf } from '../../connection/store.js'
import type { Widget } from '../../widget.js'
import type { Route } from '../views.js'
import { closeModal } from './closeModal.js'

/** Shows the view before this one; from the first view, closes. */
export function goBack(widget: Widget): void {
  const { router, connection, network } = widget.stores
  const [first, ...rest] = router.get().history.slice(0, -1)
  if (!first) {
    closeModal(widget)
    return
  }
  const history: [Route, ...Route[]] = [first, ...rest]
  const isConnected =
    connectionOf(connection.get(), network.get().activeNamespace).status === 'connected'
  // A visitor who connected meanwhile has nothing to do on Connect, unless they came to add a wallet.
  if (isConnected && !rest[0] && first.view === 'Connect') {
    history[0] = { view: 'Account', params: undefined }
  }
  router.set({ history, direction: 'prev' })
}
