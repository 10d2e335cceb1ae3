import type { Namespace } from '@latchkey/wire/caip'
import type { PublicConnection } from '../../../core/connection/list.js'
import { reconnectRoute } from '../../../core/connection/reconnectRoute.js'
import { openLoginWindow } from '../../../core/login/loginWindow.js'
import { navigate } from '../../../core/modal/actions/navigate.js'
import type { Widget } from '../../../core/widget.js'

export type ConnectAgainParameters = {
  readonly namespace: Namespace
  readonly connection: PublicConnection
}

/** Opens the view that makes an earlier connection again. Call it inside the click: a log-in may need a window. */
export function connectAgain(
  widget: Widget,
  { namespace, connection }: ConnectAgainParameters,
): void {
  widget.stores.modal.set({ namespace })
  const route = reconnectRoute({ ...connection, namespace })
  navigate(widget, route)
  if (route.view === 'ConnectingSocial') openLoginWindow(widget)
}
