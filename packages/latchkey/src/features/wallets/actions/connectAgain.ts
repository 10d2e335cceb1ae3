import type { Namespace } from '@latchkey/wire/caip'
import { navigate } from '../../../core/actions/navigate.js'
import type { PublicConnection } from '../../../core/connections/list.js'
import { wayBack } from '../../../core/connections/wayBack.js'
import type { Widget } from '../../../core/widget.js'

export type ConnectAgainParameters = {
  readonly namespace: Namespace
  readonly connection: PublicConnection
}

/** Leads to where an earlier connection is made again. */
export function connectAgain(
  widget: Widget,
  { namespace, connection }: ConnectAgainParameters,
): void {
  widget.stores.modal.set({ namespace })
  navigate(widget, wayBack({ ...connection, namespace }))
}
