import type { Namespace } from '@latchkey/wire/caip'
import { connectedIn, isAnyConnected } from '../selectors.js'
import type { Route, ViewName } from '../views.js'
import type { Widget } from '../widget.js'
import { navigate } from './navigate.js'
import { recordEvent } from './recordEvent.js'
import { setNamespace } from './setNamespace.js'

/** Views a site may open by name; the others need what only the widget knows. */
export const openableViews = [
  'Connect',
  'Account',
  'Networks',
  'AllWallets',
  'WhatIsAWallet',
  'WhatIsANetwork',
  'ConnectingWalletConnect',
  'UnsupportedChain',
] as const satisfies readonly ViewName[]

export type OpenableView = (typeof openableViews)[number]

export type OpenModalParameters = {
  readonly view?: OpenableView | undefined
  /** Offers only this chain family's wallets, and makes it the active one. */
  readonly namespace?: Namespace | undefined
  /** A pairing uri made by the site itself, to be shown as QR code. */
  readonly uri?: string | undefined
}

export function openModal(
  widget: Widget,
  { view, namespace, uri }: OpenModalParameters = {},
): void {
  const { modal, pairing, connection } = widget.stores
  const connected = isAnyConnected(connection.get())
  if (widget.config.basic && connected) return
  if (namespace) setNamespace(widget, { namespace })
  if (uri !== undefined) pairing.set({ phase: 'waiting', uri, expiresAt: undefined })
  navigate(widget, { ...firstRoute(widget, view, uri), how: 'reset' })
  if (modal.get().isOpen) return
  modal.set({ isOpen: true, namespace })
  recordEvent(widget, { event: 'MODAL_OPEN', properties: { connected } })
}

function firstRoute(
  widget: Widget,
  view: OpenableView | undefined,
  uri: string | undefined,
): Route {
  if (view === 'ConnectingWalletConnect' || (uri !== undefined && view === undefined)) {
    return { view: 'ConnectingWalletConnect', params: {} }
  }
  if (view !== undefined) return { view, params: undefined }
  return { view: connectedIn(widget) ? 'Account' : 'Connect', params: undefined }
}
