import type { Namespace } from '@latchkey/wire/caip'
import { connectedIn, isAnyConnected } from '../../connection/store.js'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { setNamespace } from '../../network/actions/setNamespace.js'
import type { Widget } from '../../widget.js'
import type { Route } from '../views.js'
import { navigate } from './navigate.js'

export type OpenModalParameters = {
  readonly namespace?: Namespace | undefined
  readonly uri?: string | undefined
  /** Undefined leaves it to the connection. */
  readonly route?: Route | undefined
}

/** Opens the modal, or takes an open one to another view. */
export function openModal(
  widget: Widget,
  { namespace, uri, route }: OpenModalParameters = {},
): void {
  const { modal, pairing, connection } = widget.stores
  const connected = isAnyConnected(connection.get())
  if (widget.config.basic && connected) return
  if (namespace) setNamespace(widget, { namespace })
  if (uri !== undefined) {
    pairing.set({ phase: 'waiting', uri, expiresAt: undefined, isPublished: true })
  }
  navigate(widget, { ...(route ?? homeRoute(widget)), how: 'reset' })
  const { isOpen } = modal.get()
  modal.set({ isOpen: true, namespace })
  if (!isOpen) recordEvent(widget, { event: 'MODAL_OPEN', properties: { connected } })
}

function homeRoute(widget: Widget): Route {
  return { view: connectedIn(widget) ? 'Account' : 'Connect', params: undefined }
}
