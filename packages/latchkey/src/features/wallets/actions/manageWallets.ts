import type { Namespace } from '@latchkey/wire/caip'
import {
  type DeleteStoredConnectionParameters,
  deleteStoredConnection,
} from '../../../core/connection/actions/disconnectWallet.js'
import { switchConnection } from '../../../core/connection/actions/switchConnection.js'
import type { ConnectorId } from '../../../core/connection/family.js'
import {
  getReconnectRoute,
  type PublicConnection,
} from '../../../core/connection/publicConnections.js'
import { openLoginWindow } from '../../../core/login/loginWindow.js'
import { navigate } from '../../../core/modal/actions/navigation.js'
import { notify } from '../../../core/modal/actions/notify.js'
import * as profileText from '../../../core/text/profile.js'
import type { Widget } from '../../../core/widget.js'

export type SwitchWalletParameters = {
  readonly namespace: Namespace
  readonly connectorId: ConnectorId
  readonly address: string
}

/** Switches to another connected wallet; shows an error if it is gone. */
export function switchWallet(widget: Widget, parameters: SwitchWalletParameters): void {
  const { switchedWallet, switchFailed } = profileText.profile
  try {
    switchConnection(widget, parameters)
    void notify(widget, { variant: 'success', message: switchedWallet })
  } catch (error) {
    widget.ports.log.warn('Could not switch the wallet', error)
    void notify(widget, { variant: 'error', message: switchFailed })
  }
}

type AddWalletParameters = {
  /** Only wallets of this family are shown. */
  readonly namespace: Namespace
}

/** Opens the Connect view; the connected wallets stay connected. */
export function addWallet(widget: Widget, { namespace }: AddWalletParameters): void {
  widget.stores.modal.set({ namespace })
  navigate(widget, { view: 'Connect', params: undefined })
}

type ReconnectWalletParameters = {
  readonly namespace: Namespace
  readonly connection: PublicConnection
}

/** Opens the view that reconnects a wallet. Call it inside the click: a log-in may need a popup. */
export function reconnectWallet(
  widget: Widget,
  { namespace, connection }: ReconnectWalletParameters,
): void {
  widget.stores.modal.set({ namespace })
  const route = getReconnectRoute({ ...connection, namespace })
  navigate(widget, route)
  if (route.view === 'ConnectingSocial') openLoginWindow(widget)
}

/** Forgets an account of a past connection. */
export function deleteWallet(widget: Widget, parameters: DeleteStoredConnectionParameters): void {
  deleteStoredConnection(widget, parameters)
  void notify(widget, { variant: 'success', message: profileText.profile.deleted })
}
