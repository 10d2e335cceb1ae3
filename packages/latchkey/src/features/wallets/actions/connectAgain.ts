import type { Namespace } from '@latchkey/wire/caip'
import { navigate } from '../../../core/actions/navigate.js'
import type { PublicConnection } from '../../../core/connections/list.js'
import { wayBack } from '../../../core/connections/wayBack.js'
import { openLoginWindow } from '../../../core/loginWindow.js'
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
