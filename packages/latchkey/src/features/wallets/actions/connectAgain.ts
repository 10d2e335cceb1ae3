import type { Namespace } from '@latchkey/wire/caip'
import { navigate } from '../../../core/modal/actions/navigate.js'
import type { PublicConnection } from '../../../core/connection/list.js'
import { wayBack } from '../../../core/connection/wayBack.js'
import { openLoginWindow } from '../../../core/login/loginWindow.js'
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
  const route = wayBack({ ...connection, namespace })
  navigate(widget, route)
  if (route.view === 'ConnectingSocial') openLoginWindow(widget)
}
