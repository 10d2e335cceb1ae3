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

/** Goes over to another connected wallet. One that is gone by now is said to be. */
export function switchWallet(widget: Widget, parameters: SwitchWalletParameters): void {
  const { switchedWallet, switchFailed } = profileText.profile
  try {
    switchConnection(widget, parameters)
    void notify(widget, { variant: 'success', message: switchedWallet })
  } catch (error) {
    widget.ports.log.warn('The wallet was not switched', error)
    void notify(widget, { variant: 'error', message: switchFailed })
  }
}

type AddWalletParameters = {
  /** Only this chain family's wallets are offered. */
  readonly namespace: Namespace
}

/** Offers the wallets there are; what is connected stays, and is where the way back leads. */
export function addWallet(widget: Widget, { namespace }: AddWalletParameters): void {
  widget.stores.modal.set({ namespace })
  navigate(widget, { view: 'Connect', params: undefined })
}

type ConnectAgainParameters = {
  readonly namespace: Namespace
  readonly connection: PublicConnection
}

/** Opens the view that makes an earlier connection again. Call it inside the click: a log-in may need a window. */
export function connectAgain(
  widget: Widget,
  { namespace, connection }: ConnectAgainParameters,
): void {
  widget.stores.modal.set({ namespace })
  const route = getReconnectRoute({ ...connection, namespace })
  navigate(widget, route)
  if (route.view === 'ConnectingSocial') openLoginWindow(widget)
}

/** Forgets an account of an earlier connection. */
export function deleteWallet(widget: Widget, parameters: DeleteStoredConnectionParameters): void {
  deleteStoredConnection(widget, parameters)
  void notify(widget, { variant: 'success', message: profileText.profile.deleted })
}
